package dev.signalbox.jdbc.outbox;

import dev.signalbox.core.delivery.Ordering;
import dev.signalbox.core.outbox.OutboxSettings;
import dev.signalbox.core.source.ClaimMode;

/**
 * On what terms a table is worked.
 *
 * @param relay the name under which claims and suspects are recorded: the qualified table, as text
 * @param byLeaseRow whether there are tables of our own for leases, claims and suspects
 */
public record OutboxContext(OutboxSettings settings, String relay, boolean byLeaseRow) {
    /** How rows are held: without tables of our own there is no place to record what is not marked. */
    public ClaimMode claimMode() {
        return byLeaseRow ? settings.holding() : ClaimMode.MARK;
    }

    public boolean owns() {
        return claimMode() == ClaimMode.OWN;
    }

    public boolean inOrder() {
        return settings.ordering() != Ordering.NONE;
    }
}
