package dev.signalbox.runtime.sink;

/** What a sink can do besides delivering batches. */
public enum SinkCapability {
    /** A relay or publisher can name a path of its own below the sink's address. */
    PATH,
    /** It can be one of the clusters that a relay's routes name. */
    ROUTES,
    /** It takes events and a checkpoint in one transaction; its factory is a {@link TransactionalSinkFactory}. */
    EXACTLY_ONCE
}
