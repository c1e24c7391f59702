package dev.signalbox.core.message;

import java.time.Instant;

/** One claim of a row, numbered within its incarnation, so that a late settlement of an earlier one is recognised. */
public record Claim(long number, Instant at) {}
