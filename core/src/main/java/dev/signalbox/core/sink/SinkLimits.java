package dev.signalbox.core.sink;

/** The most messages and bytes of payload of one request; a single message may be larger. */
public record SinkLimits(int messages, long bytes) {
    public SinkLimits {
        if (messages < 1 || bytes < 1) {
            throw new IllegalArgumentException("a request carries at least one message and one byte");
        }
    }
}
