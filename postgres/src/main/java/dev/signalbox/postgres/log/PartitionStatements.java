package dev.signalbox.postgres.log;

import dev.signalbox.jdbc.NamedStatements;
import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.SqlFolder;
import dev.signalbox.jdbc.TableName;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** The statements on the partitions of one log. */
final class PartitionStatements {
    private enum Statement {
        LOCK_MAINTENANCE,
        TABLE_STATUS,
        PARTITIONS,
        REST_HAS,
        CREATE,
        ATTACH,
        COMPLETED,
        HIGHEST,
        LOCK_TABLE,
        LOCK_PART,
        DROP,
        CLEAR_REST
    }

    private static final NamedStatements<Statement> SQL = SqlFolder.beside(
                    PartitionStatements.class, "lower part progress rest table upper")
            .statements("partitions.sql", Statement.class);
    private static final Quoting QUOTING = Quoting.POSTGRESQL;

    /**
     * A partition of a log.
     *
     * @param rest whether it is the default partition
     * @param lower its first second since 1970; the minimum of {@code long} if unbounded
     * @param upper the first second after it; the maximum of {@code long} if unbounded
     */
    record Partition(TableName name, boolean rest, long lower, long upper) {
        private static final int LONGEST_NAME = 63;
        private static final long DAY = 86_400;
        private static final DateTimeFormatter DATE =
                DateTimeFormatter.ofPattern("'_p'yyyyMMdd").withZone(ZoneOffset.UTC);
        private static final DateTimeFormatter TIME =
                DateTimeFormatter.ofPattern("'_p'yyyyMMdd't'HHmmss").withZone(ZoneOffset.UTC);

        static Partition planned(String schema, TableName table, long lower, long upper) {
            String suffix = (lower % DAY == 0 ? DATE : TIME).format(Instant.ofEpochSecond(lower));
            return new Partition(
                    new TableName(schema, shortened(table.table(), LONGEST_NAME - suffix.length()) + suffix),
                    false,
                    lower,
                    upper);
        }

        /** The server would truncate the name at its end, which identifies the partition. */
        private static String shortened(String name, int most) {
            String cut = name;
            while (cut.getBytes(StandardCharsets.UTF_8).length > most) {
                cut = cut.substring(0, cut.offsetByCodePoints(cut.length(), -1));
            }
            return cut;
        }

        boolean overlaps(long from, long to) {
            return !rest && lower < to && upper > from;
        }
    }

    private final Connection connection;
    private final Map<String, String> names;
    private final Map<String, Object> values;

    /** The table's partitions, and the server's time in seconds. */
    record LogTableStatus(
            boolean partitioned, boolean owned, boolean mayCreate, String role, String schema, long now) {}

    /**
     * The progress of the slowest feed.
     *
     * @param position events up to this position are done, as far as their transactions are below the horizon
     * @param why which feed is the slowest
     */
    record CompletedUpTo(long position, long horizon, String why) {}

    /** @param identity the identity of the log's table on every node */
    PartitionStatements(Connection connection, LogContext log, String identity, List<FeedKey> feeds) {
        this.connection = connection;
        String table = log.table.table().quoted(QUOTING);
        this.names = Map.of("table", table, "progress", log.table.progress().quoted(QUOTING));
        this.values = Map.of(
                "table",
                table,
                "log",
                log.name,
                "identity",
                identity,
                "topics",
                feeds.stream().map(FeedKey::topic).toArray(String[]::new),
                "publishers",
                feeds.stream().map(FeedKey::publisher).toArray(String[]::new));
    }

    /** Lets other nodes wait until the transaction ends. */
    void lockMaintenance() throws SQLException {
        sql(Statement.LOCK_MAINTENANCE).execute(connection, Map.of());
    }

    /** Empty if the table does not exist. */
    Optional<LogTableStatus> status() throws SQLException {
        return sql(Statement.TABLE_STATUS)
                .first(
                        connection,
                        values,
                        row -> new LogTableStatus(
                                row.getBoolean("partitioned"),
                                row.getBoolean("owned"),
                                row.getBoolean("may_create"),
                                row.getString("role"),
                                row.getString("schema"),
                                row.getLong("now")));
    }

    List<Partition> partitions() throws SQLException {
        return sql(Statement.PARTITIONS)
                .list(
                        connection,
                        values,
                        row -> new Partition(
                                new TableName(row.getString("schema"), row.getString("name")),
                                row.getBoolean("rest"),
                                Objects.requireNonNullElse(row.getObject("lower", Long.class), Long.MIN_VALUE),
                                Objects.requireNonNullElse(row.getObject("upper", Long.class), Long.MAX_VALUE)));
    }

    boolean restHas(Partition rest, long lower, long upper) throws SQLException {
        return sql(Statement.REST_HAS, rest)
                .one(connection, Map.of("lower", lower, "upper", upper), row -> row.getBoolean("found"));
    }

    void make(Partition partition) throws SQLException {
        execute(Statement.CREATE, partition);
        execute(Statement.ATTACH, partition);
    }

    CompletedUpTo completedUpTo() throws SQLException {
        return sql(Statement.COMPLETED)
                .first(
                        connection,
                        values,
                        row -> new CompletedUpTo(row.getLong("position"), row.getLong("horizon"), row.getString("why")))
                .orElse(new CompletedUpTo(-1, 0, "no feed follows it"));
    }

    boolean isDone(Partition partition, CompletedUpTo completed) throws SQLException {
        return sql(Statement.HIGHEST, partition).one(connection, Map.of(), row -> {
            Long position = row.getObject("position", Long.class);
            return position == null || (position <= completed.position() && row.getLong("xid") < completed.horizon());
        });
    }

    void lockWhole(Partition partition) throws SQLException {
        execute(Statement.LOCK_TABLE, partition);
        execute(Statement.LOCK_PART, partition);
    }

    void drop(Partition partition) throws SQLException {
        execute(Statement.DROP, partition);
    }

    int clear(Partition rest, long before, CompletedUpTo completed, int most) throws SQLException {
        Map<String, Object> limits = Map.of(
                "before", before, "position", completed.position(), "horizon", completed.horizon(), "most", most);
        return sql(Statement.CLEAR_REST, rest).update(connection, limits);
    }

    private void execute(Statement name, Partition partition) throws SQLException {
        sql(name, partition).execute(connection, Map.of());
    }

    private Sql sql(Statement name) {
        return SQL.sql(name, names);
    }

    private Sql sql(Statement name, Partition partition) {
        String part = partition.name().quoted(QUOTING);
        Map<String, String> filled = new HashMap<>(names);
        filled.putAll(
                Map.of("part", part, "rest", part, "lower", time(partition.lower()), "upper", time(partition.upper())));
        return SQL.sql(name, filled);
    }

    private static String time(long seconds) {
        return seconds == Long.MIN_VALUE || seconds == Long.MAX_VALUE
                ? ""
                : QUOTING.literal(Instant.ofEpochSecond(seconds).toString());
    }
}
