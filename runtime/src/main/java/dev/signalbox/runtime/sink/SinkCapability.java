package dev.signalbox.runtime.sink;

/** What a sink can do besides delivering batches. */
public enum SinkCapability {
    /** A relay or publisher can set its own path below the sink's URL. */
    PATH,
    /** A relay's routes can name it as a cluster. */
    ROUTES,
    /** It takes events and a checkpoint in one transaction; its factory is a {@link TransactionalSinkFactory}. */
    EXACTLY_ONCE
}
