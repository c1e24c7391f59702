package dev.signalbox.core.message;

import java.time.Instant;

/**
 * The right to one claim of a row. A row that is claimed again gets another claim, so a late settlement of the first
 * one is recognised.
 *
 * @param number unique within the owner's incarnation
 * @param at the database's time of the claim, as recorded in the row
 */
public record Claim(long number, Instant at) {}
