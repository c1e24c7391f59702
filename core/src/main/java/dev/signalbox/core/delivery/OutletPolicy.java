package dev.signalbox.core.delivery;

import dev.signalbox.core.sink.Sink.SinkLimits;
import java.time.Duration;

/**
 * How one outlet is served.
 *
 * @param holdExhausted whether a group waits for an operator when its message is dead-lettered
 * @param probes when to look whether the target is back
 * @param limits what may change while messages are held
 * @param target where its messages go: for another target, the circuit begins anew; empty if that never changes
 */
public record OutletPolicy(
        Ordering ordering,
        boolean holdExhausted,
        RetryPolicy retry,
        SinkLimits sink,
        Circuit.ProbeTiming probes,
        Limits limits,
        String target) {
    private static final Duration FIRST_PROBE = Duration.ofMillis(500);
    private static final Duration MAX_PROBE = Duration.ofSeconds(4);

    /** The policy of an outlet whose target never changes. */
    public OutletPolicy(
            Ordering ordering,
            boolean holdExhausted,
            RetryPolicy retry,
            SinkLimits sink,
            Circuit.ProbeTiming probes,
            Limits limits) {
        this(ordering, holdExhausted, retry, sink, probes, limits, "");
    }

    /**
     * The limits of an outlet.
     *
     * @param requests the most requests in flight
     * @param held the most messages in memory, in any state. A first claim may bring {@link OutletPolicies#firstClaim}
     * @param postponed the most groups and messages that wait for their next attempt: while there are more, the outlet is
     *     not fetched for
     * @param rank lower first among outlets that wait for the same limit
     * @param paused whether nothing is fetched or sent
     */
    public record Limits(int requests, int held, int postponed, int rank, boolean paused) {
        public Limits {
            if (requests < 1 || held < 1 || postponed < 1) {
                throw new IllegalArgumentException("an outlet may send, hold and postpone at least one message");
            }
        }

        /** The same, paused or not. */
        public Limits paused(boolean wanted) {
            return new Limits(requests, held, postponed, rank, wanted);
        }
    }

    /** The usual probes, and the longest pause that a destination may ask for. */
    public static Circuit.ProbeTiming usualProbes(Duration retryAfterCap) {
        return new Circuit.ProbeTiming(FIRST_PROBE, MAX_PROBE, retryAfterCap);
    }

    /** The same with other limits. */
    public OutletPolicy with(Limits others) {
        return new OutletPolicy(ordering, holdExhausted, retry, sink, probes, others, target);
    }
}
