package dev.signalbox.core.delivery;

import dev.signalbox.core.sink.SinkLimits;
import java.time.Duration;

/**
 * The settings of a dispatcher.
 *
 * @param holdExhausted whether a group waits for an operator when its message is dead-lettered
 * @param maxRequests requests in flight at once
 * @param retryAfterCap the longest pause a destination may ask for
 * @param maintenance how often to recover and to sweep
 */
public record DispatcherSettings(
        Ordering ordering,
        boolean holdExhausted,
        RetryPolicy retry,
        SinkLimits sink,
        int maxRequests,
        Buffer buffer,
        PollSchedule.Settings polling,
        Duration retryAfterCap,
        Maintenance maintenance) {

    /**
     * Limits on what is held in memory.
     *
     * @param messages held at once, in any state
     * @param bytes of payload held at once; a single message may be larger
     * @param perFetch the most messages in one claim
     */
    public record Buffer(int messages, long bytes, int perFetch) {
        public Buffer {
            if (messages < 1 || bytes < 1 || perFetch < 1) {
                throw new IllegalArgumentException("a buffer holds at least one message of one byte");
            }
        }
    }

    /**
     * Intervals of work that is not urgent.
     *
     * @param recoverEvery how often to look for expired claims
     * @param sweepEvery how often to look for settled messages to delete; zero for never
     */
    public record Maintenance(Duration recoverEvery, Duration sweepEvery) {
        public Maintenance {
            if (!recoverEvery.isPositive() || sweepEvery.isNegative()) {
                throw new IllegalArgumentException("recovery needs an interval > 0, sweeping one >= 0");
            }
        }
    }

    public DispatcherSettings {
        if (maxRequests < 1) {
            throw new IllegalArgumentException("at least one request must be allowed");
        }
    }
}
