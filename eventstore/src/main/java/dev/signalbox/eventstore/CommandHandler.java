package dev.signalbox.eventstore;

/**
 * Decides which events a command leads to.
 *
 * @param <C> the command
 */
@FunctionalInterface
public interface CommandHandler<C> {
    /**
     * Reads what the decision depends on, and returns the events and their condition. It is called again if a lost race is
     * retried, so it should only read.
     *
     * @param store reads in the command's transaction
     */
    CommandResult handle(EventStore store, C command);
}
