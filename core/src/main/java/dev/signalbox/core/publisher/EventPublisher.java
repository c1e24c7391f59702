package dev.signalbox.core.publisher;

import java.util.List;

/**
 * Hands events on to some other system. Made to be implemented by users.
 *
 * <p>Calls may come from several threads at once: for events that need not wait for each other, and for the several
 * topics that one publisher serves. Events come at least once, so whoever receives them tells repeated ones by their
 * position.
 */
public interface EventPublisher {
    /** What a configuration calls it: letters, digits, dots, hyphens and underscores. Always the same. */
    String name();

    /**
     * Publishes all of the events, in their order. Returning means that the other system has them for good; an exception
     * means that it may have none, some or all of them, and they come again.
     *
     * @param events at least one; exactly one with {@link PublishMode#INDIVIDUAL}
     * @throws PublishException which says what was wrong, and so what follows
     */
    void publishBatch(List<PublishedEvent> events) throws PublishException, InterruptedException;

    /** Whether it makes sense to publish now. Asked before each call, so it should not take long. */
    default boolean isHealthy() {
        return true;
    }

    default PublishMode mode() {
        return PublishMode.BATCH;
    }

    /** Gives up connections; called at the end. */
    default void close() {}
}
