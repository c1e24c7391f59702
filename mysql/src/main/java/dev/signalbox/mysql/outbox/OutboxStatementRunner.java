package dev.signalbox.mysql.outbox;

import dev.signalbox.jdbc.NamedStatements;
import dev.signalbox.jdbc.SqlTemplate;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Runs the statements about one table on one connection. */
record OutboxStatementRunner(Connection connection, MySqlOutboxSql sql) {
    /** Reads one row of a result. */
    @FunctionalInterface
    interface RowReader<T> {
        T read(ResultSet rows) throws SQLException;
    }

    /** A statement, and the numbers that it contains as literals. */
    record Template<P extends Enum<P>>(SqlTemplate<P> sql, Map<String, Integer> limits, Set<P> parts) {
        static <S extends Enum<S>> Template<SqlTemplate.NoPart> of(NamedStatements<S> statements, S statement) {
            return of(statements.template(statement), Set.of());
        }

        static <P extends Enum<P>> Template<P> of(SqlTemplate<P> sql, Set<P> parts) {
            return new Template<>(sql, Map.of(), parts);
        }
    }

    <T> List<T> rows(Template<?> template, Map<String, ? extends @Nullable Object> values, RowReader<T> reader)
            throws SQLException {
        try (PreparedStatement statement = prepare(template, values);
                ResultSet rows = statement.executeQuery()) {
            List<T> found = new ArrayList<>();
            while (rows.next()) {
                found.add(reader.read(rows));
            }
            return found;
        }
    }

    /** @return the number of matched rows */
    int update(Template<?> template, Map<String, ? extends @Nullable Object> values) throws SQLException {
        try (PreparedStatement statement = prepare(template, values)) {
            return statement.executeUpdate();
        }
    }

    /** Runs a statement with additional names that vary between calls. */
    int update(
            SqlTemplate<SqlTemplate.NoPart> template,
            Map<String, String> names,
            Map<String, ? extends @Nullable Object> values)
            throws SQLException {
        try (PreparedStatement statement = sql.fill(template, names, Set.of()).prepare(connection, values)) {
            return statement.executeUpdate();
        }
    }

    private <P extends Enum<P>> PreparedStatement prepare(
            Template<P> template, Map<String, ? extends @Nullable Object> values) throws SQLException {
        return sql.get(template.sql(), template.limits(), template.parts()).prepare(connection, values);
    }
}
