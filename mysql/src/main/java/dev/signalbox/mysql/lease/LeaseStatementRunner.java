package dev.signalbox.mysql.lease;

import dev.signalbox.jdbc.Sql;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Runs statements on one connection, with values that all of them share. */
final class LeaseStatementRunner {
    private final Connection connection;
    private final Map<String, Object> shared;

    LeaseStatementRunner(Connection connection, Map<String, Object> shared) {
        this.connection = connection;
        this.shared = shared;
    }

    PreparedStatement prepare(Sql sql, Map<String, ? extends @Nullable Object> values) throws SQLException {
        Map<String, @Nullable Object> all = new HashMap<>(shared);
        all.putAll(values);
        return sql.prepare(connection, all);
    }

    /** Returns the number of affected rows. */
    int update(Sql sql, Map<String, ? extends @Nullable Object> values) throws SQLException {
        try (PreparedStatement statement = prepare(sql, values)) {
            return statement.executeUpdate();
        }
    }

    /** The first column of all rows as text; empty for NULL. */
    List<String> column(Sql sql, Map<String, ? extends @Nullable Object> values) throws SQLException {
        try (PreparedStatement statement = prepare(sql, values);
                ResultSet rows = statement.executeQuery()) {
            List<String> column = new ArrayList<>();
            while (rows.next()) {
                String value = rows.getString(1);
                column.add(value == null ? "" : value);
            }
            return column;
        }
    }
}
