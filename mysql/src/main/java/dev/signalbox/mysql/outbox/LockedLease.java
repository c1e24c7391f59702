package dev.signalbox.mysql.outbox;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.jdbc.outbox.OutboxContext;
import dev.signalbox.mysql.outbox.OutboxStatementRunner.Template;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The owner's lease row, locked for the rest of the transaction.
 *
 * @param moment the server's time
 * @param suspects whether any message is a suspect
 * @param failures whether any failure is recorded beside the table
 */
record LockedLease(String moment, boolean suspects, boolean failures) {
    /** Locks the owner's row; empty if the owner is fenced. */
    static Optional<LockedLease> lock(OutboxStatementRunner on, OutboxContext context, Incarnation owner)
            throws SQLException {
        Map<String, String> values = Map.of("relay", context.relay(), "owner", owner.value());
        List<LockedLease> found = on.rows(
                context.byLeaseRow()
                        ? Template.of(MySqlOutboxTemplates.LEASE, Set.of())
                        : Template.of(MySqlOutboxTemplates.ROWS, MySqlOutboxTemplates.RowStatement.MOMENT),
                values,
                rows -> new LockedLease(
                        rows.getString("moment"), rows.getBoolean("suspects"), rows.getBoolean("failures")));
        return found.stream().findFirst();
    }
}
