package dev.signalbox.core.delivery;

import dev.signalbox.core.sink.Sink.SinkLimits;
import java.time.Duration;

/**
 * The settings of a dispatcher.
 *
 * @param maxRequests the most requests in flight, of all outlets
 */
public record DispatcherSettings(
        OutletPolicies outlets,
        int maxRequests,
        Buffer buffer,
        PollSchedule.Settings polling,
        Maintenance maintenance) {
    private static final int MOST_POSTPONED = 10_000;

    /** Limits on what is held in memory, in any state, and on one claim; a single message may have more bytes. */
    public record Buffer(int messages, long bytes, int perFetch) {
        public Buffer {
            if (messages < 1 || bytes < 1 || perFetch < 1) {
                throw new IllegalArgumentException("a buffer holds at least one message of one byte");
            }
        }
    }

    /** How often to look for expired claims, and for settled messages to delete; zero sweeps never. */
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

    /**
     * The settings of a dispatcher with one outlet.
     *
     * @param holdExhausted whether a group waits for an operator when its message is dead-lettered
     * @param retryAfterCap the longest pause a destination may ask for
     */
    public DispatcherSettings(
            Ordering ordering,
            boolean holdExhausted,
            RetryPolicy retry,
            SinkLimits sink,
            int maxRequests,
            Buffer buffer,
            PollSchedule.Settings polling,
            Duration retryAfterCap,
            Maintenance maintenance) {
        this(
                OutletPolicies.one(new OutletPolicy(
                        ordering,
                        holdExhausted,
                        retry,
                        sink,
                        OutletPolicy.usualProbes(retryAfterCap),
                        new OutletPolicy.Limits(
                                Math.max(1, maxRequests), buffer.messages(), MOST_POSTPONED, 0, false))),
                maxRequests,
                buffer,
                polling,
                maintenance);
    }
}
