package dev.signalbox.postgres.log;

import dev.signalbox.jdbc.HeaderColumns;
import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.SqlFolder;
import dev.signalbox.jdbc.layout.LayoutGuess;
import dev.signalbox.postgres.ColumnSize;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The state of a log's tables, for its reader and for a schema check that may add what is missing.
 *
 * @param problems why the log is unusable, as far as it can't be fixed here, each a sentence
 * @param additions missing columns that can be added
 * @param positionIndex whether an index begins with the position
 * @param lateIndex whether an index covers transaction and position
 * @param progress whether the table exists in which operators see the progress
 * @param leaderColumns whether that table has columns for the leader
 * @param xidType the type of the transaction column
 */
public record LogInspection(
        boolean exists,
        List<String> problems,
        List<MissingLogColumn> additions,
        boolean positionIndex,
        boolean lateIndex,
        boolean progress,
        boolean leaderColumns,
        String xidType,
        DataColumn data,
        HeaderColumns headers,
        Map<String, String> types,
        boolean limited) {
    private static final Sql INSPECT = SqlFolder.sql(LogInspection.class, "inspect.sql");
    private static final Quoting QUOTING = Quoting.POSTGRESQL;
    private static final Set<String> XID_TYPES = Set.of("xid8", "bigint");
    private static final Set<String> PROGRESS =
            Set.of("topic", "publisher", "last_position", "status", "error_count", "last_error", "last_published_at");
    private static final Set<String> LEADER = Set.of("leader_instance", "leader_since", "leader_heartbeat");

    /**
     * How the content of an event is read. Content is the largest part of a read, so it is converted only once.
     *
     * @param column the column as an SQL expression
     * @param type its type
     * @param asBytes whether to read it as bytes, because the server would refuse to send text that is not UTF-8
     * @param tellsCompressed whether the server can tell if a value is compressed
     */
    record DataColumn(String column, String type, boolean asBytes, boolean tellsCompressed) {
        /** Types whose stored size equals the sent size. */
        private static final Set<String> PLAIN = Set.of("text", "json", "bytea");

        String content() {
            String text = type.equals("text") || type.equals("bytea") ? column : "CAST(" + column + " AS text)";
            return convertsToBytes() ? "convert_to(" + text + ", 'SQL_ASCII')" : text;
        }

        private boolean convertsToBytes() {
            return asBytes && !type.equals("bytea");
        }

        String sent() {
            return isSentAsItIs() ? column : content();
        }

        private boolean isSentAsItIs() {
            return PLAIN.contains(type) && !convertsToBytes();
        }

        String sentType() {
            if (isSentAsItIs()) {
                return type;
            }
            return convertsToBytes() ? "bytea" : "text";
        }

        /** The size of the content. */
        String size() {
            return ColumnSize.of(column, type, LogTable.MAX_PAYLOAD_BYTES);
        }

        /** Whether the content fits the limit. Its stored size answers this without reading it, unless it is compressed. */
        String fitsIn(String limit) {
            String length = size() + " <= " + limit;
            return isSentAsItIs() && tellsCompressed
                    ? "((pg_column_compression(%1$s) IS NULL AND pg_column_size(%1$s) <= %2$s) OR %3$s)"
                            .formatted(column, limit, length)
                    : length;
        }
    }

    private record Column(String type, boolean notNull) {}

    public static LogInspection of(Connection connection, LogTable log) throws SQLException {
        Map<String, String> names = Map.of(
                "table", log.table().quoted(QUOTING),
                "progress", log.progress().quoted(QUOTING),
                "limits", SignalboxLogTable.limitsName(log.table()));
        return INSPECT.one(connection, names, row -> read(row, log));
    }

    /** A log that is not looked at, with all columns and nothing else. */
    public static LogInspection unseen(LogTable log) {
        return new LogInspection(
                true,
                List.of(),
                List.of(),
                false,
                false,
                false,
                false,
                "xid8",
                new DataColumn("e." + QUOTING.quote(log.columns().data()), "text", false, false),
                HeaderColumns.of(log.columns().headers(), _ -> false),
                Map.of(),
                false);
    }

    private static LogInspection read(ResultSet found, LogTable log) throws SQLException {
        boolean exists = found.getBoolean("exists");
        LogTable.Columns names = log.columns();
        Map<String, Column> columns = columns(found);
        Column xid = columns.get(names.transactionId());
        Column data = columns.get(names.data());
        HeaderColumns headers = HeaderColumns.of(names.headers(), columns::containsKey);
        List<MissingLogColumn> additions = exists ? MissingLogColumn.of(log, columns.keySet()) : List.of();
        List<String> progress =
                List.of((String[]) found.getArray("progress_columns").getArray());
        List<String> problems = new ArrayList<>();
        if (exists) {
            columnProblems(log, columns, additions, headers, problems);
            if (!found.getBoolean("readable")) {
                problems.add("right missing: SELECT");
            }
            if (found.getBoolean("progress_exists")) {
                progressProblems(log, progress, found.getBoolean("progress_writable"), problems);
            }
        }
        return new LogInspection(
                exists,
                problems,
                additions,
                hasIndex(found, names.position(), null),
                hasIndex(found, names.transactionId(), names.position()),
                found.getBoolean("progress_exists"),
                progress.containsAll(LEADER),
                xid == null ? "xid8" : xid.type(),
                new DataColumn(
                        "e." + QUOTING.quote(names.data()),
                        data == null ? "text" : data.type(),
                        "SQL_ASCII".equals(found.getString("encoding")),
                        found.getBoolean("tells_compressed")),
                headers,
                types(columns),
                found.getBoolean("limited"));
    }

    private static Map<String, String> types(Map<String, Column> columns) {
        Map<String, String> types = new HashMap<>();
        columns.forEach((name, column) -> types.put(name, column.type()));
        return types;
    }

    private static void columnProblems(
            LogTable log,
            Map<String, Column> columns,
            List<MissingLogColumn> additions,
            HeaderColumns headers,
            List<String> problems) {
        List<String> addable = additions.stream().map(MissingLogColumn::column).toList();
        for (String name : log.columns().all()) {
            if (!columns.containsKey(name) && !addable.contains(name)) {
                problems.add("column missing: " + name);
            }
        }
        problems.addAll(headers.missing());
        if (!problems.isEmpty()) {
            LayoutGuess.hint(columns.keySet()).ifPresent(problems::add);
        }
        String name = log.columns().transactionId();
        Column xid = columns.get(name);
        if (xid != null && !XID_TYPES.contains(xid.type())) {
            problems.add("column %s is of type %s; allowed are xid8 and bigint".formatted(name, xid.type()));
        } else if (xid != null && !xid.notNull()) {
            problems.add(
                    "column %s may be null, and such an event would never be read; mend it by: ALTER TABLE %s ALTER COLUMN %s SET NOT NULL"
                            .formatted(name, log.table().quoted(QUOTING), QUOTING.quote(name)));
        }
    }

    private static void progressProblems(LogTable log, List<String> columns, boolean writable, List<String> problems) {
        if (!columns.containsAll(PROGRESS)) {
            String missing = PROGRESS.stream()
                    .filter(it -> !columns.contains(it))
                    .sorted()
                    .collect(Collectors.joining(", "));
            problems.add("columns missing in %s: %s".formatted(log.progress(), missing));
        }
        if (!writable) {
            problems.add("rights missing on " + log.progress() + ": SELECT, INSERT, UPDATE");
        }
    }

    /** Why the log is unusable as it is. */
    List<String> obstacles() {
        return exists
                ? Stream.concat(problems.stream(), additions.stream().map(MissingLogColumn::problem))
                        .toList()
                : List.of("it does not exist, or may not be seen");
    }

    /** What works, but slowly. */
    List<String> warnings(LogTable log) {
        return lateIndex
                ? List.of()
                : List.of("there is no index on (%s, %s), so each look goes through the whole table; add it by: %s"
                        .formatted(log.columns().transactionId(), log.columns().position(), indexFor(log)));
    }

    static String indexFor(LogTable log) {
        return "CREATE INDEX CONCURRENTLY ON %s (%s, %s)"
                .formatted(
                        log.table().quoted(QUOTING),
                        QUOTING.quote(log.columns().transactionId()),
                        QUOTING.quote(log.columns().position()));
    }

    private static Map<String, Column> columns(ResultSet found) throws SQLException {
        Map<String, Column> columns = new HashMap<>();
        for (String each : (String[]) found.getArray("columns").getArray()) {
            int end = each.lastIndexOf('|');
            int middle = each.lastIndexOf('|', end - 1);
            boolean notNull = each.substring(end + 1).equals("true");
            columns.put(each.substring(0, middle), new Column(each.substring(middle + 1, end), notNull));
        }
        return columns;
    }

    /** @param second the second column; null if any column may follow */
    private static boolean hasIndex(ResultSet found, String first, @Nullable String second) throws SQLException {
        for (Object index : (Object[]) found.getArray("indexes").getArray()) {
            String[] columns = (String[]) index;
            if (first.equals(columns[0]) && (second == null || second.equals(columns[1]))) {
                return true;
            }
        }
        return false;
    }
}
