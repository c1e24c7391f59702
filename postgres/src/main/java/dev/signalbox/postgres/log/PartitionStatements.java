package dev.signalbox.postgres.log;

import dev.signalbox.jdbc.NamedStatements;
import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.SqlFolder;
import dev.signalbox.jdbc.TableName;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The statements on the partitions of one log. */
final class PartitionStatements {
    private enum Statement {
        TURN,
        LOOK,
        PARTS,
        REST_HAS,
        CREATE,
        ATTACH,
        DONE,
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

    private final Connection connection;
    private final LogTable log;
    private final Map<String, Object> names;

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

    private interface RowReader<T> {
        T read(ResultSet row) throws SQLException;
    }

    /**
     * @param name the name of the log on every node
     * @param identity the identity of its table on every node
     */
    PartitionStatements(Connection connection, LogTable log, String name, String identity, List<FeedKey> pairs) {
        this.connection = connection;
        this.log = log;
        this.names = Map.of(
                "table", log.table().quoted(QUOTING),
                "log", name,
                "identity", identity,
                "topics", pairs.stream().map(FeedKey::topic).toArray(String[]::new),
                "publishers", pairs.stream().map(FeedKey::publisher).toArray(String[]::new));
    }

    boolean takeTurn() throws SQLException {
        return one(Statement.TURN, null, Map.of(), row -> row.getBoolean("ours"));
    }

    /** Empty if the table does not exist. */
    Optional<LogTableStatus> look() throws SQLException {
        return all(
                        Statement.LOOK,
                        null,
                        Map.of(),
                        row -> new LogTableStatus(
                                row.getBoolean("partitioned"),
                                row.getBoolean("owned"),
                                row.getBoolean("may_create"),
                                row.getString("role"),
                                row.getString("schema"),
                                row.getLong("now")))
                .stream()
                .findFirst();
    }

    /** The partitions, oldest first. */
    List<Partition> partitions() throws SQLException {
        return all(Statement.PARTS, null, Map.of(), row -> {
            Long lower = row.getObject("lower", Long.class);
            Long upper = row.getObject("upper", Long.class);
            return new Partition(
                    new TableName(row.getString("schema"), row.getString("name")),
                    row.getBoolean("rest"),
                    lower == null ? Long.MIN_VALUE : lower,
                    upper == null ? Long.MAX_VALUE : upper);
        });
    }

    boolean restHas(Partition rest, long lower, long upper) throws SQLException {
        return one(Statement.REST_HAS, rest, Map.of("lower", lower, "upper", upper), row -> row.getBoolean("found"));
    }

    void make(Partition partition) throws SQLException {
        run(Statement.CREATE, partition);
        run(Statement.ATTACH, partition);
    }

    CompletedUpTo completedUpTo() throws SQLException {
        return all(
                        Statement.DONE,
                        null,
                        Map.of(),
                        row -> new CompletedUpTo(row.getLong("position"), row.getLong("horizon"), row.getString("why")))
                .stream()
                .findFirst()
                .orElse(new CompletedUpTo(-1, 0, "nobody follows it"));
    }

    boolean isDone(Partition partition, CompletedUpTo completedUpTo) throws SQLException {
        return one(Statement.HIGHEST, partition, Map.of(), row -> {
            Long position = row.getObject("position", Long.class);
            return position == null
                    || (position <= completedUpTo.position() && row.getLong("xid") < completedUpTo.horizon());
        });
    }

    void lockWhole(Partition partition) throws SQLException {
        run(Statement.LOCK_TABLE, partition);
        run(Statement.LOCK_PART, partition);
    }

    void drop(Partition partition) throws SQLException {
        run(Statement.DROP, partition);
    }

    int clear(Partition rest, long before, CompletedUpTo completedUpTo, int most) throws SQLException {
        Map<String, Object> values = Map.of(
                "before",
                before,
                "position",
                completedUpTo.position(),
                "horizon",
                completedUpTo.horizon(),
                "most",
                most);
        try (PreparedStatement statement = prepare(Statement.CLEAR_REST, rest, values)) {
            return statement.executeUpdate();
        }
    }

    private <T> T one(Statement name, @Nullable Partition partition, Map<String, ?> values, RowReader<T> rowReader)
            throws SQLException {
        return all(name, partition, values, rowReader).getFirst();
    }

    private <T> List<T> all(
            Statement name, @Nullable Partition partition, Map<String, ?> values, RowReader<T> rowReader)
            throws SQLException {
        try (PreparedStatement statement = prepare(name, partition, values);
                ResultSet rows = statement.executeQuery()) {
            List<T> found = new ArrayList<>();
            while (rows.next()) {
                found.add(rowReader.read(rows));
            }
            return found;
        }
    }

    private void run(Statement name, Partition partition) throws SQLException {
        try (PreparedStatement statement = prepare(name, partition, Map.of())) {
            statement.execute();
        }
    }

    private PreparedStatement prepare(Statement name, @Nullable Partition partition, Map<String, ?> more)
            throws SQLException {
        Map<String, String> filled = new HashMap<>();
        filled.put("table", log.table().quoted(QUOTING));
        filled.put("progress", log.progress().quoted(QUOTING));
        if (partition != null) {
            String part = partition.name().quoted(QUOTING);
            filled.put("part", part);
            filled.put("rest", part);
            filled.put("lower", time(partition.lower()));
            filled.put("upper", time(partition.upper()));
        }
        Map<String, Object> values = new HashMap<>(names);
        values.putAll(more);
        return SQL.sql(name, filled).prepare(connection, values);
    }

    private static String time(long seconds) {
        return seconds == Long.MIN_VALUE || seconds == Long.MAX_VALUE
                ? ""
                : QUOTING.literal(Instant.ofEpochSecond(seconds).toString());
    }
}
