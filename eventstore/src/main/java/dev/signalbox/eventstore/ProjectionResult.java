package dev.signalbox.eventstore;

/**
 * A state folded from events, and what was visible when it was read.
 *
 * @param <S> the state
 * @param state the folded state
 * @param cursor for {@link DecisionModel#toAppendCondition}
 */
public record ProjectionResult<S>(S state, Cursor cursor) {}
