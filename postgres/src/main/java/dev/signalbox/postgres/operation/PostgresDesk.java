package dev.signalbox.postgres.operation;

import dev.signalbox.core.coordination.Sharing;
import dev.signalbox.core.operation.RelayStanding;
import dev.signalbox.core.outbox.Retention;
import dev.signalbox.jdbc.ConnectionLender;
import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.SqlTemplate;
import dev.signalbox.jdbc.operation.DeskDialect;
import dev.signalbox.jdbc.operation.DeskSql;
import dev.signalbox.jdbc.operation.Rows;
import dev.signalbox.jdbc.operation.StatusTableDesk;
import dev.signalbox.jdbc.operation.TableRegister;
import dev.signalbox.jdbc.outbox.OutboxSettings;
import dev.signalbox.postgres.outbox.OutboxSql;
import dev.signalbox.postgres.outbox.OutboxTable;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What an operator asks, in the words of PostgreSQL. */
public final class PostgresDesk implements DeskDialect {
    static final PostgresDesk INSTANCE = new PostgresDesk();

    private static final Pattern PLANNED_ROWS = Pattern.compile("\"Plan Rows\": (\\d+)");

    private PostgresDesk() {}

    /** The desk of a table whose rows carry their state. */
    public static StatusTableDesk of(
            OutboxLayout layout,
            String relay,
            boolean sideSchema,
            ConnectionLender connections,
            OutboxSettings settings) {
        return new StatusTableDesk(INSTANCE, layout, relay, sideSchema, connections, settings);
    }

    /** What the schema {@code signalbox} says about one relay. */
    public static TableRegister register(ConnectionLender connections, String relay, Sharing sharing) {
        return new TableRegister(INSTANCE, connections, relay, sharing);
    }

    @Override
    public Quoting quoting() {
        return Quoting.POSTGRESQL;
    }

    @Override
    public SqlTemplate template(String name) {
        return SqlTemplate.load(PostgresDesk.class, name + ".sql");
    }

    @Override
    public Inspected inspect(Connection connection, OutboxLayout layout, boolean sideSchema) throws SQLException {
        OutboxTable found = OutboxTable.inspect(connection, layout);
        List<String> problems = found.problems(Retention.keep());
        Map<String, String> names = new HashMap<>();
        if (problems.isEmpty()) {
            names.putAll(OutboxSql.names(found));
            names.put("created_type", found.column("created_at").type());
            names.put("numbered", String.valueOf(found.column("id").isNumber()));
            DeskSql.addTo(names, layout, found.headers(), sideSchema, words(names));
        }
        return new Inspected(problems, names, DeskSql.flags(layout, sideSchema));
    }

    private static DeskSql.Words words(Map<String, String> names) {
        return new DeskSql.Words(
                Quoting.POSTGRESQL,
                "CAST(%s AS text)",
                "%s",
                "(SELECT g.%s FROM signalbox.failures g WHERE g.relay = :relay AND g.id = CAST(%s.%s AS text))",
                ":timeout_micros * interval '1 microsecond'",
                "t." + names.get("processed_at") + names.get("processed_utc"),
                // No driver reads a time without end as one
                "nullif(t." + names.get("held_until") + ", 'infinity')" + names.get("mark_utc"));
    }

    @Override
    public @Nullable Instant moment(ResultSet row, String column) throws SQLException {
        OffsetDateTime moment = row.getObject(column, OffsetDateTime.class);
        return moment == null ? null : moment.toInstant();
    }

    /** {@inheritDoc} Its cast refuses what is none. */
    @Override
    public boolean isMoment(String text) {
        return true;
    }

    @Override
    public List<String> change(
            Connection connection, Statements statements, String name, String relay, List<String> ids)
            throws SQLException {
        return Rows.ids(connection, statements.get(name), Map.of("relay", relay, "ids", ids.toArray(String[]::new)));
    }

    /** {@inheritDoc} The statement is an EXPLAIN in JSON. */
    @Override
    public long estimate(Connection connection, Sql estimate) throws SQLException {
        try (PreparedStatement statement = estimate.prepare(connection, Map.of());
                ResultSet row = statement.executeQuery()) {
            row.next();
            Matcher rows = PLANNED_ROWS.matcher(row.getString(1));
            return rows.find() ? Long.parseLong(rows.group(1)) : 0L;
        }
    }

    @Override
    public RelayStanding.Pause pause(Connection connection, Map<String, String> values) throws SQLException {
        Sql sql = template("pause").fill(Map.of(), Set.of());
        try (PreparedStatement statement = sql.prepare(connection, values);
                ResultSet row = statement.executeQuery()) {
            row.next();
            return pause(row);
        }
    }

    @Override
    public String relays() {
        return "signalbox.relays";
    }

    @Override
    public boolean isNoSuchValue(SQLException failure) {
        return String.valueOf(failure.getSQLState()).startsWith("22");
    }

    @Override
    public void allowLongRead(Connection connection, Duration within) throws SQLException {
        Sql allowance = template("allowance").fill(Map.of("limit", String.valueOf(within.toMillis())), Set.of());
        try (PreparedStatement statement = allowance.prepare(connection, Map.of())) {
            statement.execute();
        }
    }

    @Override
    public boolean isOutOfTime(SQLException failure) {
        return "57014".equals(failure.getSQLState());
    }

    @Override
    public boolean isNotAllowed(SQLException failure) {
        return "42501".equals(failure.getSQLState());
    }

    @Override
    public boolean isNotThere(SQLException failure) {
        return "42P01".equals(failure.getSQLState());
    }
}
