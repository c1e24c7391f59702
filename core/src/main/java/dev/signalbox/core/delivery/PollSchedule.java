package dev.signalbox.core.delivery;

import java.time.Duration;

/**
 * When to poll the source again: at once while there is work; after that in steps that double up to the poll interval;
 * and if that lasts, more slowly still. A message or a wake-up starts over.
 *
 * <p>Where the source can send wake-ups, an idle relay prefers them to polling: it polls in steps until {@link
 * #isIdle}, is then {@linkplain WakeUps#ARMED armed} from outside, polls once more for what was committed before that,
 * and from then on polls only as a safety net.
 */
public final class PollSchedule {
    /**
     * How polling slows down while idle.
     *
     * @param first the first step, after a fetch that emptied the source
     * @param interval the wait once the steps have grown to it
     * @param threshold how many empty fetches in a row at that interval before the wait grows further
     * @param multiplier the factor by which it grows with each further one
     * @param max the longest wait
     */
    public record Settings(Duration first, Duration interval, int threshold, double multiplier, Duration max) {
        private static final Duration USUAL_FIRST = Duration.ofMillis(1);

        public Settings {
            if (!first.isPositive()
                    || interval.compareTo(first) < 0
                    || threshold < 0
                    || multiplier < 1
                    || max.compareTo(interval) < 0) {
                throw new IllegalArgumentException(
                        "polling needs first > 0, interval >= first, threshold >= 0, multiplier >= 1, max >= interval");
            }
        }

        /** Always the same interval. */
        public static Settings every(Duration interval) {
            return new Settings(interval, interval, 0, 1, interval);
        }

        /** In steps from a millisecond up to the interval, and no longer. */
        public static Settings upTo(Duration interval) {
            Duration first = interval.compareTo(USUAL_FIRST) < 0 ? interval : USUAL_FIRST;
            return new Settings(first, interval, 0, 1, interval);
        }

        /** The same, growing further if that lasts. */
        public Settings thenSlower(int threshold, double multiplier, Duration max) {
            return new Settings(first, interval, threshold, multiplier, max);
        }
    }

    /** Whether the source sends wake-ups. */
    public enum WakeUps {
        /** It does not: only polling helps. */
        ABSENT,
        /** It could, but does not now: wake-ups cost the writers something, and a busy relay polls anyway. */
        UNARMED,
        /** It sends a wake-up for every message committed from now on. */
        ARMED
    }

    /** How often an armed relay polls nevertheless. */
    static final Duration SAFETY_NET = Duration.ofSeconds(10);

    /** The relay is idle after this many empty fetches in growing steps, usually 31 ms in all. */
    private static final int STEPS_TO_IDLE = 5;

    private static final long FIRST_RETRY = Duration.ofMillis(250).toNanos();
    private static final long LAST_RETRY = Duration.ofSeconds(4).toNanos();

    private final Settings settings;
    private final int stepsToInterval;
    private long dueAt = Long.MIN_VALUE;
    /** A source that just failed is not polled sooner, whatever the hurry. */
    private long notBefore = Long.MIN_VALUE;

    private WakeUps wakeUps;
    /** The fetch under way may have read before the commit that the wake-up is about. */
    private boolean again;

    private int empties;
    private int failures;

    PollSchedule(Settings settings) {
        this(settings, WakeUps.ABSENT);
    }

    private PollSchedule(Settings settings, WakeUps wakeUps) {
        this.settings = settings;
        this.stepsToInterval =
                steps(settings.first().toNanos(), settings.interval().toNanos());
        this.wakeUps = wakeUps;
    }

    /** How often the first step doubles until it is as long as the interval. */
    private static int steps(long first, long interval) {
        return Long.SIZE - Long.numberOfLeadingZeros((interval - 1) / first);
    }

    /** Starts over, under a new owner. */
    PollSchedule anew() {
        return new PollSchedule(settings, wakeUps);
    }

    /** Polls once more at each change, and whenever it is armed: there may be no wake-up for earlier commits. */
    void wakeUps(WakeUps state) {
        if (state != wakeUps || state == WakeUps.ARMED) {
            dueAt = Long.MIN_VALUE;
            again = true;
        }
        wakeUps = state;
    }

    /** Whether it has been idle for so long that a wake-up is better than polling. */
    boolean isIdle() {
        return wakeUps != WakeUps.ABSENT && empties >= STEPS_TO_IDLE;
    }

    int emptyPolls() {
        return empties;
    }

    Duration lastWait() {
        return Duration.ofNanos(nextWait());
    }

    boolean isDue(long now) {
        return now >= dueAt();
    }

    long dueAt() {
        return Math.max(dueAt, notBefore);
    }

    /** Polls again at once, and forgets how long it was idle. */
    void hurry() {
        dueAt = Long.MIN_VALUE;
        again = true;
        empties = 0;
    }

    /** A fetch begins: it sees everything that earlier wake-ups were about. */
    void started() {
        again = false;
    }

    /** @param heldBack polling continues: the relay does not become idle */
    void fetched(int messages, boolean more, boolean heldBack, long now) {
        failures = 0;
        notBefore = Long.MIN_VALUE;
        if (more) {
            hurry();
            return;
        }
        empties = messages > 0 ? 0 : heldBack ? Math.min(empties + 1, STEPS_TO_IDLE - 1) : empties + 1;
        dueAt = again ? Long.MIN_VALUE : now + nextWait();
    }

    private long nextWait() {
        return switch (wakeUps) {
            case ABSENT -> asking();
            case UNARMED -> Math.min(asking(), settings.interval().toNanos());
            case ARMED -> isIdle() ? Math.max(asking(), SAFETY_NET.toNanos()) : asking();
        };
    }

    private long asking() {
        long interval = settings.interval().toNanos();
        int slower = empties - stepsToInterval - settings.threshold();
        if (slower <= 0) {
            return empties < stepsToInterval ? settings.first().toNanos() << empties : interval;
        }
        return (long) Math.min(interval * Math.pow(settings.multiplier(), slower), (double)
                settings.max().toNanos());
    }

    void failed(long now) {
        notBefore = now + Math.min(FIRST_RETRY << Math.min(failures, 8), LAST_RETRY);
        dueAt = notBefore;
        failures++;
    }
}
