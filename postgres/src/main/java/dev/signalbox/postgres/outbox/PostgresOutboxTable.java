package dev.signalbox.postgres.outbox;

import dev.signalbox.core.outbox.OutboxSettings.Retention;
import dev.signalbox.jdbc.HeaderColumns;
import dev.signalbox.jdbc.LayoutPart;
import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.SqlFolder;
import dev.signalbox.jdbc.SqlTemplate;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** An outbox table as it exists in the database: its column types, and our rights on it. */
public record PostgresOutboxTable(
        OutboxLayout layout,
        Map<String, PostgresColumn> columns,
        boolean mayDelete,
        boolean asciiDatabase,
        Indexes indexes,
        HeaderColumns headers,
        @Nullable PostgresProcessedEventsTable processedEvents,
        TableAccess access) {
    /**
     * How our role reaches the table.
     *
     * @param role its name
     * @param hidden whether policies of row-level security apply to it
     */
    public record TableAccess(String role, boolean hidden) {}

    /**
     * Which rows an index finds.
     *
     * @param claim whether one finds waiting rows
     * @param hold whether one finds claimed rows; an index on their state counts too
     * @param done whether one finds completed rows in order of completion; only for layouts with timestamps as states
     */
    public record Indexes(boolean claim, boolean hold, boolean done) {}

    private static final SqlTemplate<SqlTemplate.NoPart> INSPECT = SqlFolder.beside(PostgresOutboxTable.class)
            .template("inspect.sql", LayoutPart.SENT_ONLY, LayoutPart.MOMENTS);

    public static PostgresOutboxTable inspect(Connection connection, OutboxLayout layout) throws SQLException {
        Sql sql = INSPECT.fill(Map.of(), Set.of(), LayoutPart.of(layout));
        Map<String, Object> values = new HashMap<>(layout.columns().byKey());
        values.put("table", layout.table().quoted(Quoting.POSTGRESQL));
        String sentAt = layout.columns().processedAt();
        values.put("sent_at", String.valueOf(sentAt));
        values.put(
                "sent",
                String.valueOf(
                        layout.columns().status() == null
                                ? sentAt
                                : layout.columns().status()));
        PostgresProcessedEventsTable events = layout.processedEvents() == null
                ? null
                : PostgresProcessedEventsTable.inspect(connection, layout.processedEvents());
        return sql.query(connection, values, rows -> read(layout, rows, events));
    }

    private static PostgresOutboxTable read(
            OutboxLayout layout, ResultSet rows, @Nullable PostgresProcessedEventsTable events) throws SQLException {
        Map<String, PostgresColumn> columns = new HashMap<>();
        boolean mayDelete = false;
        boolean ascii = false;
        Indexes indexes = new Indexes(false, false, false);
        TableAccess access = new TableAccess("", false);
        while (rows.next()) {
            PostgresColumn column = column(rows);
            columns.put(column.name(), column);
            mayDelete = rows.getBoolean("may_delete");
            ascii = rows.getString("encoding").equals("SQL_ASCII");
            indexes = new Indexes(
                    rows.getBoolean("claim_index"), rows.getBoolean("hold_index"), rows.getBoolean("done_index"));
            access = new TableAccess(rows.getString("role"), rows.getBoolean("hidden"));
        }
        HeaderColumns headers = HeaderColumns.of(layout.headers(), columns::containsKey);
        return new PostgresOutboxTable(layout, columns, mayDelete, ascii, indexes, headers, events, access);
    }

    private static PostgresColumn column(ResultSet rows) throws SQLException {
        return new PostgresColumn(
                rows.getString("name"),
                rows.getString("type"),
                rows.getString("exact_type"),
                rows.getString("base_type"),
                rows.getString("category"),
                rows.getBoolean("may_select"),
                rows.getBoolean("may_update"),
                rows.getBoolean("leads_index"),
                rows.getBoolean("never_null"),
                PostgresColumn.ColumnValues.of(rows));
    }

    /** The column with this key in the layout; only valid if {@link PostgresTableFaults#problems} is empty. */
    public PostgresColumn column(String key) {
        PostgresColumn column = find(key);
        if (column == null) {
            throw new IllegalStateException("no column for " + key);
        }
        return column;
    }

    /** A column by its name in the table; it must exist. */
    PostgresColumn columnNamed(String name) {
        return Objects.requireNonNull(columns.get(name), name);
    }

    /** The column with the delivery time, if there is one. */
    @Nullable
    PostgresColumn processedAt() {
        return find("processed_at");
    }

    @Nullable
    PostgresColumn find(String key) {
        return columns.get(layout.columns().byKey().get(key));
    }

    /** What works, but slowly. */
    List<String> warnings(Retention retention) {
        List<String> warnings = new ArrayList<>();
        for (ClaimIndex index : ClaimIndex.of(layout, retention)) {
            if (!index.isIn(indexes)) {
                warnings.add("there is no index on %s: %s".formatted(index.columns(), index.price()));
            }
        }
        if (!column("id").leadsIndex()) {
            warnings.add("there is no index on (%s): every settlement reads the whole table"
                    .formatted(layout.columns().id()));
        }
        return warnings;
    }
}
