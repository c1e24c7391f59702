package dev.signalbox.core.coordination;

import java.time.Duration;

/** The result of an attempt to own a relay, or shards of it. */
public sealed interface Acquisition {
    /** The incarnation owns these shards until it is fenced; the others that it asked for belong to other owners. */
    record Acquired(Shards shards) implements Acquisition {}

    /** Other nodes own all of it; another attempt can succeed after this time. */
    record Taken(String owner, Duration tryAgainIn) implements Acquisition {}

    /** This incarnation is fenced and must join again. */
    record Fenced() implements Acquisition {}
}
