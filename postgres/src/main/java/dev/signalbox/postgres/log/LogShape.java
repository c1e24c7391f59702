package dev.signalbox.postgres.log;

import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.SqlTemplate;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What was found when looking at a log.
 *
 * @param problems what makes it useless
 * @param warnings what works, but slower than it should
 * @param xidType the type of the column with transactions
 * @param hasLeaderColumns whether operators see there who leads
 */
record LogShape(
        List<String> problems,
        List<String> warnings,
        String xidType,
        String dataType,
        boolean asciiDatabase,
        boolean hasProgress,
        boolean hasLeaderColumns) {
    private static final Sql INSPECT =
            SqlTemplate.load(LogShape.class, "inspect.sql").fill(Map.of(), Set.of());
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

    private static LogShape read(ResultSet found, LogTable log) throws SQLException {
        List<String> problems = new ArrayList<>();
        List<String> warnings = new ArrayList<>();
        Map<String, Column> columns = columns(found);
        LogTable.Columns names = log.columns();
        Column xid = columns.get(names.transactionId());
        if (!found.getBoolean("exists")) {
            problems.add("it does not exist, or may not be seen");
        } else {
            for (String name : log.columns().all()) {
                if (!columns.containsKey(name) && !name.equals(names.transactionId())) {
                    problems.add("column missing: " + name);
                }
            }
            transactions(xid, log, problems);
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
        if (hasProgress && !progress.containsAll(PROGRESS)) {
            problems.add("columns missing in %s: %s"
                    .formatted(
                            log.progress(),
                            String.join(
                                    ", ",
                                    PROGRESS.stream()
                                            .filter(it -> !progress.contains(it))
                                            .sorted()
                                            .toList())));
        }
        if (hasProgress && !found.getBoolean("progress_writable")) {
            problems.add("rights missing on " + log.progress() + ": SELECT, INSERT, UPDATE");
        }
        return new LogShape(
                problems,
                warnings,
                xid == null ? "xid8" : xid.type(),
                columns.getOrDefault(names.data(), new Column("text", true)).type(),
                "SQL_ASCII".equals(found.getString("encoding")),
                hasProgress,
                progress.containsAll(LEADER));
    }

    /** Without the transaction of each event nobody can know which are still to come: it is refused, with what to add. */
    private static void transactions(
            @org.jspecify.annotations.Nullable Column xid, LogTable log, List<String> problems) {
        String name = log.columns().transactionId();
        String table = log.table().quoted(Quoting.POSTGRESQL);
        String column = Quoting.POSTGRESQL.quote(name);
        if (xid == null) {
            problems.add(
                    ("there is no column %s with the transaction that wrote each event, without which events that commit"
                                    + " late would be lost; add it by: ALTER TABLE %s ADD COLUMN %s xid8 NOT NULL DEFAULT"
                                    + " pg_current_xact_id(); %s")
                            .formatted(name, table, column, indexFor(log)));
        } else if (!XID_TYPES.contains(xid.type())) {
            problems.add("column %s is of type %s; allowed are xid8 and bigint".formatted(name, xid.type()));
        } else if (!xid.notNull()) {
            problems.add(
                    "column %s may be null, and such an event would never be read; mend it by: ALTER TABLE %s ALTER COLUMN %s SET NOT NULL"
                            .formatted(name, table, column));
        }
    }

    private static String indexFor(LogTable log) {
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

    private static boolean hasIndex(ResultSet found, String first, String second) throws SQLException {
        for (Object index : (Object[]) found.getArray("indexes").getArray()) {
            String[] columns = (String[]) index;
            if (first.equals(columns[0]) && second.equals(columns[1])) {
                return true;
            }
        }
        return false;
    }

    /** The content as text; as bytes where the server would refuse to send text that is not UTF-8. */
    String content(String column) {
        String text = dataType.equals("text") || dataType.equals("bytea") ? column : "CAST(" + column + " AS text)";
        return asciiDatabase && !dataType.equals("bytea") ? "convert_to(" + text + ", 'SQL_ASCII')" : text;
    }
}
