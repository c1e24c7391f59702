package dev.signalbox.eventstore;

/**
 * A state made of events, and what had been seen when it was made.
 *
 * @param <S> the state
 * @param state what the events add up to
 * @param cursor for {@link DecisionModel#toAppendCondition}
 */
public record ProjectionResult<S>(S state, Cursor cursor) {}
