package dev.signalbox.core.sink;

/**
 * What one request may carry.
 *
 * @param messages at most so many messages
 * @param bytes at most so many bytes of payload, unless a single message is larger
 */
public record SinkLimits(int messages, long bytes) {
    public SinkLimits {
        if (messages < 1 || bytes < 1) {
            throw new IllegalArgumentException("a request carries at least one message and one byte");
        }
    }
}
