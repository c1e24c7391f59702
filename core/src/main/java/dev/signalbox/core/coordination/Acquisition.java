package dev.signalbox.core.coordination;

import java.time.Duration;

/** What came of the attempt to own a relay or shards of it. */
public sealed interface Acquisition {
    /** These are ours until the incarnation is fenced; of those asked for, the others are somebody else's. */
    record Acquired(Shards shards) implements Acquisition {}

    /**
     * Somebody else has all of it.
     *
     * @param owner who, as far as known
     * @param tryAgainIn the earliest time at which it is worth another try
     */
    record Taken(String owner, Duration tryAgainIn) implements Acquisition {}

    /** Our own incarnation is fenced: join again. */
    record Fenced() implements Acquisition {}
}
