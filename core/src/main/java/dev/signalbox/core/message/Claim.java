package dev.signalbox.core.message;

import java.time.Instant;

/**
 * The right to one reading of a row. A row that is claimed again gets another claim, so a late settlement of the first
 * one can be told apart.
 *
 * @param number unique within the owner's incarnation
 * @param at the database's time of the claim, as it stands in the row
 */
public record Claim(long number, Instant at) {}
