package dev.signalbox.postgres.log;

import dev.signalbox.jdbc.HeaderColumns;
import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.SqlFolder;
import dev.signalbox.jdbc.layout.LayoutGuess;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The result of inspecting a log.
 *
 * @param problems why the log is unusable
 * @param warnings what works, but slowly
 * @param xidType the type of the transaction column
 * @param headers its header columns
 * @param hasLeaderColumns whether the progress table has columns for the leader
 * @param extent what exists, for a schema check that may add the rest
 */
record LogShape(
        List<String> problems,
        List<String> warnings,
        String xidType,
        DataColumn data,
        HeaderColumns headers,
        boolean hasProgress,
        boolean hasLeaderColumns,
        PresentParts extent) {
    /**
     * What exists of the log.
     *
     * @param faults problems that adding something cannot fix
     * @param additions missing columns that can be added
     */
    record PresentParts(
            boolean exists,
            List<String> faults,
            List<MissingLogColumn> additions,
            boolean positionIndex,
            boolean lateIndex) {}

    private static final Sql INSPECT = SqlFolder.sql(LogShape.class, "inspect.sql");
    private static final Set<String> XID_TYPES = Set.of("xid8", "bigint");
    private static final Set<String> PROGRESS =
            Set.of("topic", "publisher", "last_position", "status", "error_count", "last_error", "last_published_at");
    private static final Set<String> LEADER = Set.of("leader_instance", "leader_since", "leader_heartbeat");

    private record Column(String type, boolean notNull) {}

    static LogShape inspect(Connection connection, LogTable log) throws SQLException {
        Quoting quoting = Quoting.POSTGRESQL;
        var names = Map.of(
                "table", log.table().quoted(quoting), "progress", log.progress().quoted(quoting));
        try (PreparedStatement statement = INSPECT.prepare(connection, names);
                ResultSet found = statement.executeQuery()) {
            found.next();
            return read(found, log);
        }
    }

    private static void missingColumns(
            LogTable log,
            Map<String, Column> columns,
            List<MissingLogColumn> additions,
            HeaderColumns headers,
            List<String> problems) {
        for (String name : log.columns().all()) {
            if (!columns.containsKey(name)
                    && additions.stream().noneMatch(it -> it.column().equals(name))) {
                problems.add("column missing: " + name);
            }
        }
        problems.addAll(headers.missing());
        if (!problems.isEmpty()) {
            LayoutGuess.hint(columns.keySet()).ifPresent(problems::add);
        }
        additions.forEach(addition -> problems.add(addition.problem()));
    }

    private static void progressProblems(
            LogTable log, List<String> columns, boolean isWritable, List<String> problems) {
        if (!columns.containsAll(PROGRESS)) {
            String missing = PROGRESS.stream()
                    .filter(it -> !columns.contains(it))
                    .sorted()
                    .collect(Collectors.joining(", "));
            problems.add("columns missing in %s: %s".formatted(log.progress(), missing));
        }
        if (!isWritable) {
            problems.add("rights missing on " + log.progress() + ": SELECT, INSERT, UPDATE");
        }
    }

    private static LogShape read(ResultSet found, LogTable log) throws SQLException {
        List<String> problems = new ArrayList<>();
        List<String> warnings = new ArrayList<>();
        Map<String, Column> columns = columns(found);
        LogTable.Columns names = log.columns();
        Column xid = columns.get(names.transactionId());
        HeaderColumns headers = HeaderColumns.of(names.headers(), columns::containsKey);
        List<MissingLogColumn> additions =
                found.getBoolean("exists") ? MissingLogColumn.of(log, columns.keySet()) : List.of();
        if (!found.getBoolean("exists")) {
            problems.add("it does not exist, or may not be seen");
        } else {
            missingColumns(log, columns, additions, headers, problems);
            if (xid != null) {
                transactions(xid, log, problems);
            }
            if (!found.getBoolean("readable")) {
                problems.add("right missing: SELECT");
            }
            if (xid != null && !hasIndex(found, names.transactionId(), names.position())) {
                warnings.add("there is no index on (%s, %s), so each look goes through the whole table; add it by: %s"
                        .formatted(names.transactionId(), names.position(), indexFor(log)));
            }
        }
        boolean hasProgress = found.getBoolean("progress_exists");
        List<String> progress =
                List.of((String[]) found.getArray("progress_columns").getArray());
        if (hasProgress) {
            progressProblems(log, progress, found.getBoolean("progress_writable"), problems);
        }
        return new LogShape(
                problems,
                warnings,
                xid == null ? "xid8" : xid.type(),
                new DataColumn(
                        "e." + Quoting.POSTGRESQL.quote(names.data()),
                        columns.getOrDefault(names.data(), new Column("text", true))
                                .type(),
                        "SQL_ASCII".equals(found.getString("encoding")),
                        found.getBoolean("tells_compressed")),
                headers,
                hasProgress,
                progress.containsAll(LEADER),
                extent(found, log, problems, additions));
    }

    private static PresentParts extent(
            ResultSet found, LogTable log, List<String> problems, List<MissingLogColumn> additions)
            throws SQLException {
        LogTable.Columns names = log.columns();
        boolean exists = found.getBoolean("exists");
        List<String> faults = problems.stream()
                .filter(problem -> exists
                        && additions.stream().noneMatch(it -> it.problem().equals(problem)))
                .toList();
        return new PresentParts(
                exists,
                faults,
                additions,
                hasIndex(found, names.position(), null),
                hasIndex(found, names.transactionId(), names.position()));
    }

    private static void transactions(Column xid, LogTable log, List<String> problems) {
        String name = log.columns().transactionId();
        if (!XID_TYPES.contains(xid.type())) {
            problems.add("column %s is of type %s; allowed are xid8 and bigint".formatted(name, xid.type()));
        } else if (!xid.notNull()) {
            problems.add(
                    "column %s may be null, and such an event would never be read; mend it by: ALTER TABLE %s ALTER COLUMN %s SET NOT NULL"
                            .formatted(name, log.table().quoted(Quoting.POSTGRESQL), Quoting.POSTGRESQL.quote(name)));
        }
    }

    static String indexFor(LogTable log) {
        Quoting quoting = Quoting.POSTGRESQL;
        return "CREATE INDEX CONCURRENTLY ON %s (%s, %s)"
                .formatted(
                        log.table().quoted(quoting),
                        quoting.quote(log.columns().transactionId()),
                        quoting.quote(log.columns().position()));
    }

    private static Map<String, Column> columns(ResultSet found) throws SQLException {
        Map<String, Column> columns = new HashMap<>();
        for (String each : (String[]) found.getArray("columns").getArray()) {
            int end = each.lastIndexOf('|');
            int middle = each.lastIndexOf('|', end - 1);
            columns.put(
                    each.substring(0, middle),
                    new Column(
                            each.substring(middle + 1, end),
                            each.substring(end + 1).equals("true")));
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
