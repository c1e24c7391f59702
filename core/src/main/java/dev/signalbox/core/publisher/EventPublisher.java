package dev.signalbox.core.publisher;

import java.util.List;

/**
 * Passes events on to another system. Users implement it.
 *
 * <p>Calls may come from several threads at once: for independent events, and for the several topics that one publisher
 * serves. Events come at least once; receivers recognise repeated ones by their position.
 */
public interface EventPublisher {
    /** Its name in the configuration: letters, digits, dots, hyphens and underscores. Always the same. */
    String name();

    /**
     * Publishes all of the events, in order. Returning means that the other system has stored them; an exception means
     * that it may have none, some or all of them, and they come again.
     *
     * @param events at least one; exactly one with {@link PublishMode#INDIVIDUAL}
     * @throws PublishException says what was wrong, which decides what follows
     */
    void publishBatch(List<PublishedEvent> events) throws PublishException, InterruptedException;

    /** Whether publishing can succeed now. Called before each batch, so it should be fast. */
    default boolean isHealthy() {
        return true;
    }

    default PublishMode mode() {
        return PublishMode.BATCH;
    }

    /** Closes connections; called at the end. */
    default void close() {}
}
