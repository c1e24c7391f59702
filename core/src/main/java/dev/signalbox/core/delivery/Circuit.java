package dev.signalbox.core.delivery;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The circuit of a destination. Closed, everything is sent; open, one probe at a time checks whether the destination is
 * back, after a delay that doubles up to a few seconds. A probe without an answer blocks the next one for that delay
 * only: a destination that dropped one request may answer the next.
 */
public final class Circuit {
    private static final long SHORTLY = Duration.ofMillis(500).toNanos();

    /** The delays of a circuit, and the longest pause that a destination may ask for. */
    public record ProbeTiming(Duration firstProbe, Duration maxProbe, Duration retryAfterCap) {}

    private final ProbeTiming timing;
    private @Nullable String reason;
    private long openSince;
    private long probeAt;
    private long delay;
    private long pausedUntil = Long.MIN_VALUE;

    public Circuit(ProbeTiming probeTiming) {
        this.timing = probeTiming;
    }

    public boolean isOpen() {
        return reason != null;
    }

    public @Nullable String reason() {
        return reason;
    }

    long openSince() {
        return openSince;
    }

    public long probeAt() {
        return probeAt;
    }

    public boolean isProbeDue(long now) {
        return isOpen() && now >= probeAt;
    }

    /** Whether it is closed, or a probe is due. */
    boolean allowsRequest(long now) {
        return !isOpen() || isProbeDue(now);
    }

    /** The next probe waits for the answer, but not forever: the destination may drop only this one. */
    public void probeStarted(long now) {
        probeAt = now + timing.maxProbe().toNanos();
    }

    /** The message that was to be the probe was not sent. Another may be, now. */
    void probeNotMade(long now) {
        probeAt = Math.max(now, pausedUntil);
    }

    /** A time so late that the next probe has begun, if there is another message for it. */
    long afterNextProbe(long now) {
        return Math.max(now, probeAt) + SHORTLY;
    }

    /** When the next probe has begun, if there is a message for it and there was one at that time. */
    long probeOverdueAt(long available) {
        return isOpen() ? Math.max(probeAt, available) + SHORTLY : Long.MAX_VALUE;
    }

    /** How long a message waits that was refused so often while others were delivered: as long as so many probes. */
    long delayAfter(int times) {
        long longest = timing.maxProbe().toNanos();
        return Math.min(timing.firstProbe().toNanos() << Math.min(times - 1, 20), longest);
    }

    /** Records that the destination is unavailable, and returns whether this opened the circuit. */
    public boolean unavailable(String why, @Nullable Duration retryAfter, boolean wasProbe, long now) {
        boolean opened = reason == null;
        if (opened) {
            openSince = now;
            delay = timing.firstProbe().toNanos();
        } else if (wasProbe) {
            delay = Math.min(delay * 2, timing.maxProbe().toNanos());
        }
        reason = why;
        long asked = retryAfter == null ? 0 : capped(retryAfter);
        pausedUntil = Math.max(pausedUntil, now + asked);
        long next = now + Math.max(delay, asked);
        probeAt = opened || wasProbe ? next : Math.max(probeAt, now + asked);
        return opened;
    }

    private long capped(Duration retryAfter) {
        Duration cap = timing.retryAfterCap();
        return (retryAfter.compareTo(cap) > 0 ? cap : retryAfter).toNanos();
    }

    /** Returns whether this closed the circuit. During a pause that the destination asked for, only a probe does. */
    public boolean working(boolean wasProbe, long now) {
        if (!wasProbe && now < pausedUntil) {
            return false;
        }
        boolean closed = reason != null;
        reason = null;
        return closed;
    }
}
