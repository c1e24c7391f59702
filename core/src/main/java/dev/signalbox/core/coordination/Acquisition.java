package dev.signalbox.core.coordination;

import java.time.Duration;

/** What came of the attempt to own a relay. */
public sealed interface Acquisition {
    /** The relay is ours until the incarnation is fenced. */
    record Acquired() implements Acquisition {}

    /**
     * Somebody else has it.
     *
     * @param owner who, as far as known
     * @param tryAgainIn the earliest time at which it is worth another try
     */
    record Taken(String owner, Duration tryAgainIn) implements Acquisition {}

    /** Our own incarnation is fenced: join again. */
    record Fenced() implements Acquisition {}
}
