package dev.signalbox.runtime.sink;

import dev.signalbox.core.log.exactlyonce.TransactionalDestination;

/** The factory of sinks with {@link SinkCapability#EXACTLY_ONCE}. */
public interface TransactionalSinkFactory extends SinkFactory {
    /**
     * Opens the transactional destination of one feed.
     *
     * @param feed the name of the feed, the same on all nodes
     */
    TransactionalDestination transactions(String feed);
}
