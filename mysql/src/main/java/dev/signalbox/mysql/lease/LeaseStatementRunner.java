package dev.signalbox.mysql.lease;

import dev.signalbox.jdbc.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Runs statements on one connection, with values that all of them share. */
record LeaseStatementRunner(Connection connection, Map<String, Object> shared) {

    Map<String, @Nullable Object> with(Map<String, ? extends @Nullable Object> values) {
        Map<String, @Nullable Object> all = new HashMap<>(shared);
        all.putAll(values);
        return all;
    }

    /** Returns the number of affected rows. */
    int update(Sql sql, Map<String, ? extends @Nullable Object> values) throws SQLException {
        return sql.update(connection, with(values));
    }

    /** The first column of all rows as text; empty for NULL. */
    List<String> column(Sql sql, Map<String, ? extends @Nullable Object> values) throws SQLException {
        return sql.list(connection, with(values), row -> Objects.requireNonNullElse(row.getString(1), ""));
    }
}
