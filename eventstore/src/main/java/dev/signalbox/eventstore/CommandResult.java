package dev.signalbox.eventstore;

import java.util.List;

/**
 * The decision of a handler.
 *
 * @param events the events to append; none if the command changes nothing
 * @param condition what the decision was based on
 */
public record CommandResult(List<AppendEvent> events, AppendCondition condition) {
    public CommandResult {
        events = List.copyOf(events);
    }

    public static CommandResult of(List<AppendEvent> events, AppendCondition condition) {
        return new CommandResult(events, condition);
    }

    /** Events without a condition. */
    public static CommandResult of(List<AppendEvent> events) {
        return new CommandResult(events, AppendCondition.none());
    }

    /** No events. */
    public static CommandResult nothing() {
        return of(List.of());
    }
}
