package dev.signalbox.jdbc.outbox;

import dev.signalbox.core.message.OversizedColumn;
import org.jspecify.annotations.Nullable;

/**
 * Waiting rows whose id or group is too large to be read. They are found again by their place. Whatever row is there by
 * then fails only if it is oversized too, so no other row is touched.
 *
 * @param group the group of a row with an oversized id; the beginning of an oversized group
 * @param place where the rows are, as the database writes it
 */
public record OversizedRow(@Nullable String group, @Nullable String place, OversizedColumn column) {}
