package dev.signalbox.core.sink;

/**
 * The limits of one request.
 *
 * @param messages the most messages
 * @param bytes the most bytes of payload, unless a single message is larger
 */
public record SinkLimits(int messages, long bytes) {
    public SinkLimits {
        if (messages < 1 || bytes < 1) {
            throw new IllegalArgumentException("a request carries at least one message and one byte");
        }
    }
}
