package dev.signalbox.postgres.admin;

import dev.signalbox.core.admin.RelayControl.RelayStatus;
import dev.signalbox.core.outbox.OutboxSettings;
import dev.signalbox.core.time.BoundedTime;
import dev.signalbox.jdbc.LayoutPart;
import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.admin.AdminDialect;
import dev.signalbox.jdbc.admin.AdminSql;
import dev.signalbox.jdbc.admin.AdminTemplates;
import dev.signalbox.postgres.admin.PostgresAdminTemplates.ChangePart;
import dev.signalbox.postgres.outbox.PostgresOutboxSql;
import dev.signalbox.postgres.outbox.PostgresOutboxTable;
import dev.signalbox.postgres.outbox.PostgresTableFaults;
import java.sql.Connection;
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

/** The admin statements in PostgreSQL's dialect. */
public final class PostgresAdminDialect implements AdminDialect {
    public static final PostgresAdminDialect INSTANCE = new PostgresAdminDialect();

    private static final Pattern PLANNED_ROWS = Pattern.compile("\"Plan Rows\": (\\d+)");

    private PostgresAdminDialect() {}

    @Override
    public Quoting quoting() {
        return Quoting.POSTGRESQL;
    }

    @Override
    public AdminTemplates templates() {
        return PostgresAdminTemplates.SHARED;
    }

    @Override
    public InspectedTable inspect(Connection connection, OutboxLayout layout, boolean sideSchema) throws SQLException {
        PostgresOutboxTable found = PostgresOutboxTable.inspect(connection, layout);
        List<String> problems = PostgresTableFaults.problems(found, OutboxSettings.DEFAULTS);
        Map<String, String> names = new HashMap<>();
        if (problems.isEmpty()) {
            names.putAll(PostgresOutboxSql.names(found, OutboxSettings.DEFAULTS));
            names.put("created_type", found.column("created_at").type());
            names.put("numbered", String.valueOf(found.column("id").isNumber()));
            AdminSql.addTo(names, layout, found.headers(), sideSchema, words(found, names));
        }
        return new InspectedTable(problems, names, LayoutPart.of(layout, sideSchema));
    }

    private static AdminSql.SqlExpressions words(PostgresOutboxTable table, Map<String, String> names) {
        return new AdminSql.SqlExpressions(
                Quoting.POSTGRESQL,
                "CAST(%s AS text)",
                "%s",
                "(SELECT g.%1$s FROM signalbox.failures g WHERE g.relay = :relay AND g.id = "
                        + PostgresOutboxSql.recordKey(table, "%2$s.%3$s") + ")",
                ":timeout_micros * interval '1 microsecond'",
                names.containsKey("processed_at")
                        ? "t." + names.get("processed_at") + names.get("processed_utc")
                        : "CAST(NULL AS timestamptz)",
                // JDBC drivers cannot read an infinite timestamp
                "nullif(t." + names.get("held_until") + ", 'infinity')" + names.get("mark_utc"));
    }

    @Override
    public @Nullable Instant moment(ResultSet row, String column) throws SQLException {
        OffsetDateTime moment = row.getObject(column, OffsetDateTime.class);
        return moment == null ? null : BoundedTime.of(moment.toInstant());
    }

    /** {@inheritDoc} The cast in the statement rejects invalid text. */
    @Override
    public boolean isMoment(String text) {
        return true;
    }

    @Override
    public List<String> change(
            Connection connection, InspectedTable table, Change change, String relay, List<String> ids)
            throws SQLException {
        Set<ChangePart> parts = switch (change) {
            case RETRY -> Set.of();
            case DISCARD -> Set.of(ChangePart.DELETE);
            case REPLAY -> Set.of(ChangePart.DELIVERED);
        };
        Sql sql = table.sql(PostgresAdminTemplates.CHANGE, Map.of(), parts);
        Map<String, Object> values = Map.of("relay", relay, "ids", ids.toArray(String[]::new));
        return sql.list(connection, values, row -> row.getString("id"));
    }

    /** {@inheritDoc} The statement is an EXPLAIN in JSON. */
    @Override
    public long estimate(Connection connection, Sql estimate) throws SQLException {
        return estimate.one(connection, Map.of(), row -> {
            Matcher rows = PLANNED_ROWS.matcher(row.getString(1));
            return rows.find() ? Long.parseLong(rows.group(1)) : 0L;
        });
    }

    @Override
    public RelayStatus.Pause pause(Connection connection, Map<String, String> values) throws SQLException {
        return PostgresAdminTemplates.STATEMENTS
                .sql(PostgresAdminTemplates.Statement.PAUSE)
                .one(connection, values, this::pause);
    }

    @Override
    public String relays() {
        return "signalbox.relays";
    }

    @Override
    public FailureKind kindOf(SQLException failure) {
        String state = String.valueOf(failure.getSQLState());
        return switch (state) {
            case "57014" -> FailureKind.OUT_OF_TIME;
            case "42501" -> FailureKind.NOT_ALLOWED;
            case "42P01" -> FailureKind.TABLE_MISSING;
            default -> state.startsWith("22") ? FailureKind.NO_SUCH_VALUE : FailureKind.OTHER;
        };
    }

    @Override
    public void allowLongRead(Connection connection, Duration within) throws SQLException {
        PostgresAdminTemplates.STATEMENTS
                .sql(PostgresAdminTemplates.Statement.ALLOWANCE, Map.of("limit", String.valueOf(within.toMillis())))
                .execute(connection, Map.of());
    }
}
