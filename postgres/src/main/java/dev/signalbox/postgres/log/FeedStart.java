package dev.signalbox.postgres.log;

import java.time.Instant;

/** Where a pair begins that has no progress yet. */
public sealed interface FeedStart {
    /** With the first event. */
    record Beginning() implements FeedStart {}

    /** With what is committed from now on. */
    record End() implements FeedStart {}

    /** Behind this position. */
    record Behind(long position) implements FeedStart {}

    /** With the first event that occurred then or later. */
    record At(Instant time) implements FeedStart {}
}
