package dev.signalbox.jdbc.outbox;

import dev.signalbox.core.delivery.Ordering;
import dev.signalbox.core.outbox.OutboxSettings;
import dev.signalbox.core.source.ClaimMode;

/**
 * How a relay works on a table.
 *
 * @param relay the name under which claims and suspects are recorded: the qualified table, as text
 * @param byLeaseRow whether the side schema exists, with leases, claims and suspects
 */
public record OutboxContext(OutboxSettings settings, String relay, boolean byLeaseRow) {
    /** The claim mode. Without a side schema, unmarked claims could not be recorded. */
    public ClaimMode claimMode() {
        return byLeaseRow ? settings.claimMode() : ClaimMode.MARK;
    }

    public boolean owns() {
        return claimMode() == ClaimMode.OWN;
    }

    public boolean inOrder() {
        return settings.ordering() != Ordering.NONE;
    }
}
