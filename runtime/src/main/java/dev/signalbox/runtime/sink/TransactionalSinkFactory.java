package dev.signalbox.runtime.sink;

import dev.signalbox.core.log.exactlyonce.TransactionalDestination;

/** The factory of sinks with {@link SinkCapability#EXACTLY_ONCE}. */
public interface TransactionalSinkFactory extends SinkFactory {
    /**
     * Opens what one feed delivers to in transactions.
     *
     * @param feed what the feed is called, the same on all nodes
     */
    TransactionalDestination transactions(String feed);
}
