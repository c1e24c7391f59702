package dev.signalbox.core.message;

import java.time.Duration;

/**
 * The suspicion on a message after processes ended uncleanly.
 *
 * <p>What was in flight at one unclean end is {@link Level#MARKED}: it is sent like any other message, but recorded as
 * in flight before. What was in flight at a second one soon after is a {@link Level#SUSPECT}: only half as many
 * suspects as then may be in flight together, and half as many again after each further unclean end. So the message
 * that ends the process is alone in flight soon, and only then does its end count as an attempt.
 *
 * @param together how many suspects may be in flight at a time while this one is; 0 unless it is a suspect
 * @param crashes how many processes ended while this message was the only one in flight
 */
public record Suspicion(Level level, int together, int crashes) {
    /** How close the message was to unclean ends. */
    public enum Level {
        NONE,
        /** It was in flight at one unclean end. */
        MARKED,
        /** It was in flight at two unclean ends within {@link #WINDOW}, or more. */
        SUSPECT
    }

    /** Two unclean ends that are further apart are not related. */
    public static final Duration WINDOW = Duration.ofMinutes(30);

    public static final Suspicion NONE = new Suspicion(Level.NONE, 0, 0);
    public static final Suspicion MARKED = new Suspicion(Level.MARKED, 0, 0);

    /** The suspicion on this message while it is recorded as the only one in flight. */
    public Suspicion alone() {
        return suspect(1, crashes);
    }

    /** A suspect that may be in flight together with as many others. */
    public static Suspicion suspect(int together, int crashes) {
        return new Suspicion(Level.SUSPECT, Math.max(1, together), crashes);
    }

    public boolean isNone() {
        return level == Level.NONE;
    }

    public boolean isSuspect() {
        return level == Level.SUSPECT;
    }

    /** Whether the message may only be sent while nothing else is in flight. */
    public boolean isAlone() {
        return isSuspect() && together == 1;
    }

    /**
     * The suspicion after an unclean end at which the message was recorded as in flight.
     *
     * @param inFlight how many messages of the ended owner were recorded as in flight
     */
    public Suspicion afterEnd(int inFlight) {
        int before = isSuspect() ? Math.min(together, inFlight) : inFlight;
        return suspect(before / 2, isAlone() ? crashes + 1 : crashes);
    }
}
