package dev.signalbox.postgres.log;

import java.time.Instant;

/** Where a pair begins that has no progress yet. */
public sealed interface Start {
    /** With the first event. */
    record Beginning() implements Start {}

    /** With what is committed from now on. */
    record End() implements Start {}

    /** Behind this position. */
    record Behind(long position) implements Start {}

    /** With the first event that occurred then or later. */
    record At(Instant time) implements Start {}
}
