package dev.signalbox.core.message;

/**
 * The suspicion on a message after a process ended uncleanly.
 *
 * <p>Everything that a dead owner held is {@link Level#HELD}: it is sent in a request of its own, recorded beforehand.
 * What was being sent that way when the next process died is {@link Level#IN_FLIGHT}: it is sent with nothing else in
 * flight, so that a third crash convicts exactly one message.
 *
 * @param crashes how many processes ended while this message was the only one in flight
 */
public record Suspicion(Level level, int crashes) {
    /** How close the message was to a crash. */
    public enum Level {
        NONE,
        HELD,
        IN_FLIGHT
    }

    public static final Suspicion NONE = new Suspicion(Level.NONE, 0);

    public boolean isNone() {
        return level == Level.NONE;
    }
}
