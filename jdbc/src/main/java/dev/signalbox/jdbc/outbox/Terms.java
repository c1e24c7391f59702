package dev.signalbox.jdbc.outbox;

import dev.signalbox.core.delivery.Ordering;
import dev.signalbox.core.source.Holding;

/**
 * On what terms a table is worked.
 *
 * @param relay the name under which claims and suspects are recorded: the qualified table, as text
 * @param byLeaseRow whether there are tables of our own for leases, claims and suspects
 */
public record Terms(OutboxSettings settings, String relay, boolean byLeaseRow) {
    /** How rows are held: without tables of our own there is no place to record what is not marked. */
    public Holding holding() {
        return byLeaseRow ? settings.holding() : Holding.MARK;
    }

    public boolean owns() {
        return holding() == Holding.OWN;
    }

    public boolean inOrder() {
        return settings.ordering() != Ordering.NONE;
    }
}
