package dev.signalbox.mysql.outbox;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.outbox.OutboxSettings;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.SqlTemplate;
import dev.signalbox.jdbc.outbox.OutboxContext;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Runs the statements about one table on one connection. */
record OutboxSession(Connection connection, MySqlOutboxSql sql, MySqlOutboxTable table, OutboxContext context) {
    String relay() {
        return context.relay();
    }

    OutboxSettings settings() {
        return context.settings();
    }

    /** Locks the owner's lease row for the rest of the transaction; empty if the owner is fenced. */
    Optional<LockedLease> lockLease(Incarnation owner) throws SQLException {
        Sql lock = context.byLeaseRow()
                ? sql.get(MySqlOutboxTemplates.LEASE)
                : sql.get(MySqlOutboxTemplates.RowStatement.MOMENT.template());
        return lock.first(
                connection,
                Map.of("relay", relay(), "owner", owner.value()),
                row -> new LockedLease(
                        row.getString("moment"), row.getBoolean("suspects"), row.getBoolean("failures")));
    }

    /**
     * The owner's lease row, locked for the rest of the transaction.
     *
     * @param moment the server's time
     * @param suspects whether any message is a suspect
     * @param failures whether any failure is recorded beside the table
     */
    record LockedLease(String moment, boolean suspects, boolean failures) {}

    <P extends Enum<P>> List<String> ids(SqlTemplate<P> template, Set<P> parts, Map<String, ?> values)
            throws SQLException {
        return sql.get(template, parts).list(connection, values, row -> row.getString("id"));
    }

    List<String> ids(MySqlOutboxTemplates.ShortStatement statement, Map<String, ?> values) throws SQLException {
        return ids(statement.template(), Set.of(), values);
    }

    void each(
            MySqlOutboxTemplates.ShortStatement statement,
            Map<String, ? extends @Nullable Object> values,
            Sql.RowHandler handler)
            throws SQLException {
        sql.get(statement.template()).each(connection, values, handler);
    }

    /** @return the number of matched rows */
    int update(MySqlOutboxTemplates.ShortStatement statement, Map<String, ? extends @Nullable Object> values)
            throws SQLException {
        return sql.get(statement.template()).update(connection, values);
    }

    <P extends Enum<P>> int update(
            SqlTemplate<P> template, Set<P> parts, Map<String, ? extends @Nullable Object> values) throws SQLException {
        return sql.get(template, parts).update(connection, values);
    }
}
