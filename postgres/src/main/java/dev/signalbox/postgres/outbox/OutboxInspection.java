package dev.signalbox.postgres.outbox;

import dev.signalbox.core.outbox.OutboxSettings.Retention;
import dev.signalbox.core.source.ClaimMode;
import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.fault.TableFault;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * The result of inspecting an outbox table.
 *
 * @param faults what does not fit; if one stops delivery, the indexes are unknown
 * @param indexes which rows an index finds, by their state
 * @param idIndex whether an index finds a row by its id
 */
public record OutboxInspection(
        PostgresOutboxTable table,
        boolean exists,
        List<TableFault> faults,
        PostgresOutboxTable.Indexes indexes,
        boolean idIndex) {
    /** Inspects the table through this connection, with the rights of its user. */
    public static OutboxInspection of(
            Connection connection, OutboxLayout layout, Retention retention, ClaimMode claimMode) throws SQLException {
        PostgresOutboxTable table = PostgresOutboxTable.inspect(connection, layout);
        List<TableFault> faults = PostgresTableFaults.of(connection, table, retention, claimMode);
        boolean exists = !table.columns().isEmpty();
        boolean usable = faults.stream().noneMatch(TableFault::stopsDelivery);
        return new OutboxInspection(
                table,
                exists,
                faults,
                table.indexes(),
                usable && table.column("id").leadsIndex());
    }

    /** Whether messages can be delivered. */
    public boolean usable() {
        return faults.stream().noneMatch(TableFault::stopsDelivery);
    }
}
