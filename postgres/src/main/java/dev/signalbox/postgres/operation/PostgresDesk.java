package dev.signalbox.postgres.operation;

import dev.signalbox.core.coordination.Sharing;
import dev.signalbox.core.outbox.Retention;
import dev.signalbox.jdbc.ConnectionLender;
import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.SqlTemplate;
import dev.signalbox.jdbc.StateSql;
import dev.signalbox.jdbc.operation.DeskDialect;
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
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
            names.put("aggregate_type", header(found, "aggregateType"));
            names.put("correlation_id", header(found, "correlationId"));
            DeskSql.addTo(names, layout, sideSchema);
        }
        Set<String> flags = new HashSet<>(StateSql.flags(layout));
        if (layout.recordsFailuresAside() && sideSchema) {
            flags.add("records");
        }
        return new Inspected(problems, names, flags);
    }

    private static String header(OutboxTable table, String name) {
        return table.headers()
                .columnOf(name)
                .map(column -> "CAST(t." + Quoting.POSTGRESQL.quote(column) + " AS text)")
                .orElse("NULL");
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
        List<String> done = new ArrayList<>();
        Map<String, Object> values = Map.of("relay", relay, "ids", ids.toArray(String[]::new));
        try (PreparedStatement statement = statements.get(name).prepare(connection, values);
                ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                done.add(rows.getString("id"));
            }
        }
        return done;
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
    public Pause pause(Connection connection, Map<String, String> values) throws SQLException {
        Sql sql = template("pause").fill(Map.of(), Set.of());
        try (PreparedStatement statement = sql.prepare(connection, values);
                ResultSet row = statement.executeQuery()) {
            row.next();
            return new Pause(
                    Objects.requireNonNull(moment(row, "paused_at")),
                    row.getString("paused_by"),
                    row.getString("pause_reason"));
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
