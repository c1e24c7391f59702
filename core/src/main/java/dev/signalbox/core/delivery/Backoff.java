package dev.signalbox.core.delivery;

import java.time.Duration;

/**
 * The delay before the next attempt: exponential, capped, spread by jitter so that messages that failed together do not
 * return together.
 *
 * @param jitter share of the delay by which it varies either way, 0 to 1
 */
public record Backoff(Duration initial, double multiplier, Duration max, double jitter) {
    public Backoff {
        if (initial.isNegative() || max.compareTo(initial) < 0 || multiplier < 1 || jitter < 0 || jitter > 1) {
            throw new IllegalArgumentException(
                    "a backoff needs 0 <= initial <= max, multiplier >= 1, 0 <= jitter <= 1");
        }
    }

    /** The nanoseconds after this many attempts. Jitter is drawn from the arguments: the same run replays exactly. */
    public long nanos(String id, int attempts) {
        double cap = (double) max.toNanos();
        double plain = Math.min(initial.toNanos() * Math.pow(multiplier, Math.max(0, attempts)), cap);
        double spread = 1 + jitter * (2 * fraction(id, attempts) - 1);
        double delay = plain * spread;
        // Mirrored at the cap, or half of the delays at the cap would end at the same moment.
        return (long) (delay > cap ? Math.max(0, 2 * cap - delay) : delay);
    }

    private static double fraction(String id, int attempts) {
        long mixed = (id.hashCode() * 0x9E3779B97F4A7C15L) ^ (attempts * 0xC2B2AE3D27D4EB4FL);
        mixed = (mixed ^ (mixed >>> 32)) * 0xD6E8FEB86659FD93L;
        mixed = (mixed ^ (mixed >>> 29)) * 0xBF58476D1CE4E5B9L;
        return (mixed >>> 11) * 0x1.0p-53;
    }
}
