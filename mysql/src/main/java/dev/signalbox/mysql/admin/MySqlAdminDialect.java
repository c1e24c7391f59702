package dev.signalbox.mysql.admin;

import dev.signalbox.core.admin.RelayControl.RelayStatus;
import dev.signalbox.core.message.ColumnLimits;
import dev.signalbox.core.outbox.OutboxSettings;
import dev.signalbox.core.outbox.OutboxSettings.Retention;
import dev.signalbox.core.source.ClaimMode;
import dev.signalbox.jdbc.ConnectionLender;
import dev.signalbox.jdbc.LayoutPart;
import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.jdbc.admin.AdminDialect;
import dev.signalbox.jdbc.admin.AdminSql;
import dev.signalbox.jdbc.admin.AdminTemplates;
import dev.signalbox.jdbc.admin.StatusTableAdmin;
import dev.signalbox.jdbc.connection.Transactions;
import dev.signalbox.jdbc.layout.OutboxLayouts;
import dev.signalbox.mysql.admin.MySqlAdminTemplates.ChangeStatement;
import dev.signalbox.mysql.outbox.MySqlOutboxSql;
import dev.signalbox.mysql.outbox.MySqlOutboxTable;
import dev.signalbox.mysql.outbox.MySqlTableFaults;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Administration on MySQL and MariaDB. */
public final class MySqlAdminDialect implements AdminDialect {
    public static final MySqlAdminDialect INSTANCE =
            new MySqlAdminDialect(Pattern.compile("\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}(\\.\\d{1,6})?"));
    private static final MySqlAdminDialect OF_NUMBERED_ROWS = new MySqlAdminDialect(Pattern.compile("\\d{1,18}"));

    private final Pattern turns;

    /** @param turns the valid values of the column that orders a group */
    private MySqlAdminDialect(Pattern turns) {
        this.turns = turns;
    }

    /** The admin of Signalbox's own table. */
    public static StatusTableAdmin ofOwnTable(
            TableName table, String relay, boolean sideSchema, ConnectionLender connections, OutboxSettings settings) {
        return new StatusTableAdmin(
                OF_NUMBERED_ROWS,
                OutboxLayouts.SIGNALBOX.layout(table),
                relay,
                sideSchema,
                connections,
                settings.with(ClaimMode.OWN));
    }

    @Override
    public Quoting quoting() {
        return Quoting.MYSQL;
    }

    @Override
    public AdminTemplates templates() {
        return MySqlAdminTemplates.SHARED;
    }

    @Override
    public InspectedTable inspect(Connection connection, OutboxLayout layout, boolean sideSchema) throws SQLException {
        MySqlOutboxTable found = MySqlOutboxTable.inspect(connection, layout, new Retention.Keep());
        List<String> problems = MySqlTableFaults.problems(found, OutboxSettings.DEFAULTS);
        return new InspectedTable(
                problems, problems.isEmpty() ? names(found, sideSchema) : Map.of(), LayoutPart.of(layout, sideSchema));
    }

    private static Map<String, String> names(MySqlOutboxTable table, boolean sideSchema) {
        Map<String, String> names = new HashMap<>(MySqlOutboxSql.names(table, ColumnLimits.DEFAULTS));
        names.put("exact_id", "CAST(CONVERT(t." + names.get("id") + " USING utf8mb4) AS binary)");
        names.put("group_asked", table.groupNamed("group"));
        names.put("group_after", table.groupNamed("after_group"));
        names.put("group_resumed", table.groupNamed("resume"));
        names.put("created_micros", micros("t." + names.get("created_at")));
        names.put("sent_micros", micros("t." + names.get("processed_at")));
        names.put("numbered", String.valueOf(table.column("id").isNumber()));
        String payload = "t." + names.get("payload");
        boolean characters = table.column("payload").isText()
                || table.column("payload").type().equals("json");
        names.put(
                "payload_shown",
                characters
                        ? "CAST(left(CONVERT(" + payload + " USING utf8mb4), :shown) AS binary)"
                        : "left(" + payload + ", :shown)");
        AdminSql.addTo(names, table.layout(), table.headers(), sideSchema, words(table, names));
        return names;
    }

    private static AdminSql.SqlExpressions words(MySqlOutboxTable table, Map<String, String> names) {
        return new AdminSql.SqlExpressions(
                Quoting.MYSQL,
                "CONVERT(%s USING utf8mb4)",
                micros("%s"),
                "(SELECT g.%1$s FROM signalbox_failures g WHERE g.relay = :relay AND g.id = "
                        + MySqlOutboxSql.recordKey(table, "%2$s.%3$s") + ")",
                ":timeout_micros",
                names.containsKey("processed_at") ? micros("t." + names.get("processed_at")) : "NULL",
                micros("t." + names.get("held_until")));
    }

    /** Timestamps are transferred as numbers, so that no driver converts them to another time zone. */
    private static String micros(String moment) {
        return "TIMESTAMPDIFF(MICROSECOND, '1970-01-01', " + moment + ")";
    }

    @Override
    public @Nullable Instant moment(ResultSet row, String column) throws SQLException {
        long micros = row.getLong(column);
        return row.wasNull() ? null : Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    }

    /** {@inheritDoc} In a query, the server treats an invalid one as NULL. If rows are numbered, it is a number. */
    @Override
    public boolean isMoment(String text) {
        return turns.matcher(text).matches();
    }

    @Override
    public List<String> change(
            Connection connection, InspectedTable table, Change change, String relay, List<String> ids)
            throws SQLException {
        if (ids.isEmpty()) {
            return List.of();
        }
        return Transactions.run(connection, it -> {
            ChangeStatement lock =
                    change == Change.REPLAY ? ChangeStatement.LOCK_DELIVERED : ChangeStatement.LOCK_FAILED;
            List<String> locked = table.sql(MySqlAdminTemplates.CHANGES.template(lock), Map.of(), Set.of())
                    .list(it, Map.of("ids", ids), row -> row.getString("id"));
            for (ChangeStatement step :
                    List.of(writing(change), ChangeStatement.FORGET_FAILURES, ChangeStatement.FORGET_PROCESSED)) {
                Sql sql = table.sql(MySqlAdminTemplates.CHANGES.template(step), Map.of(), Set.of());
                // A table without such records has nothing to forget
                if (!locked.isEmpty() && !sql.text().isBlank()) {
                    sql.update(it, Map.of("relay", relay, "ids", locked));
                }
            }
            return locked;
        });
    }

    private static ChangeStatement writing(Change change) {
        return switch (change) {
            case RETRY -> ChangeStatement.RETRY;
            case DISCARD -> ChangeStatement.DISCARD;
            case REPLAY -> ChangeStatement.REPLAY;
        };
    }

    /** {@inheritDoc} InnoDB estimates at most about half of a table, even if more rows match. */
    @Override
    public long estimate(Connection connection, Sql estimate) throws SQLException {
        return estimate.one(connection, Map.of(), row -> row.getLong("rows"));
    }

    @Override
    public RelayStatus.Pause pause(Connection connection, Map<String, String> values) throws SQLException {
        return Transactions.run(connection, it -> {
            MySqlAdminTemplates.PAUSE.update(it, values);
            return templates()
                    .statements()
                    .sql(AdminTemplates.Statement.PAUSE_STATE)
                    .one(it, values, this::pause);
        });
    }

    @Override
    public String relays() {
        return "signalbox_relays";
    }

    @Override
    public FailureKind kindOf(SQLException failure) {
        return switch (failure.getErrorCode()) {
            // No right to the table, the column or the database
            case 1142, 1143, 1044 -> FailureKind.NOT_ALLOWED;
            // Not a timestamp, not a number, or text in another character set
            case 1292, 1366, 1525, 3854, 1300, 3988 -> FailureKind.NO_SUCH_VALUE;
            // Ended by a limit of MySQL, of MariaDB, or of a driver
            case 3024, 1969, 1317 -> FailureKind.OUT_OF_TIME;
            case 1146 -> FailureKind.TABLE_MISSING;
            default -> failure instanceof SQLTimeoutException ? FailureKind.OUT_OF_TIME : FailureKind.OTHER;
        };
    }

    /** {@inheritDoc} The driver applies a time limit to each statement. */
    @Override
    public void allowLongRead(Connection connection, Duration within) {}
}
