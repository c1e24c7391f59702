package dev.signalbox.eventstore;

import java.util.List;

/**
 * What a handler has decided.
 *
 * @param events what is to be appended; none if the command changes nothing
 * @param condition what the decision was based on
 */
public record CommandResult(List<AppendEvent> events, AppendCondition condition) {
    public CommandResult {
        events = List.copyOf(events);
    }

    public static CommandResult of(List<AppendEvent> events, AppendCondition condition) {
        return new CommandResult(events, condition);
    }

    /** Events that may be appended whatever has happened meanwhile. */
    public static CommandResult of(List<AppendEvent> events) {
        return new CommandResult(events, AppendCondition.none());
    }

    /** Nothing is to be done. */
    public static CommandResult nothing() {
        return of(List.of());
    }
}
