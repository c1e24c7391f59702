package dev.signalbox.postgres.log;

import dev.signalbox.core.log.EventLog;
import dev.signalbox.core.log.reader.SharedLogReader;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.core.time.Clock;
import dev.signalbox.jdbc.ConnectionLender;
import dev.signalbox.jdbc.Fence;
import dev.signalbox.jdbc.FencedStatements;
import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.SqlFolder;
import dev.signalbox.jdbc.SqlTemplate;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An event log in PostgreSQL, read by one node for all of its feeds. */
public final class PostgresLog {
    private static final System.Logger LOG = System.getLogger(PostgresLog.class.getName());
    private static final SqlTemplate<SqlTemplate.NoPart> PROGRESS_TABLE =
            SqlFolder.beside(PostgresLog.class, "progress").template("progress-table.sql");

    private final LogTable table;
    private final String node;
    private final Context context;
    private final SharedLogReader reader;

    private record InspectedLog(LogShape shape, LogSql sql) {}

    /**
     * @param name the name of the log on every node
     * @param node this node's name, for operators
     * @param fence a fence that uses lease rows
     * @param reads connections for statements that need no fence
     */
    public PostgresLog(
            LogTable table,
            String name,
            String node,
            Fence fence,
            ConnectionLender reads,
            SharedLogReader.Settings settings) {
        if (!fence.byLeaseRow()) {
            throw new IllegalArgumentException("a log cannot be followed without the schema signalbox");
        }
        this.table = table;
        this.node = node;
        this.context = new Context(name, FencedStatements.ofLog(table.table().toString(), fence, reads));
        this.reader = new SharedLogReader(
                new ReadLogSegment(context),
                settings,
                task -> Thread.ofVirtual().name("log-reader").start(task));
    }

    /** The statement that creates the table in which operators see the progress, if it does not exist. */
    public static String progressDdl(LogTable table) {
        return PROGRESS_TABLE
                .fill(Map.of("progress", table.progress().quoted(Quoting.POSTGRESQL)))
                .text();
    }

    /** One feed of the log. */
    public EventLog feed(FeedSettings settings) {
        return new PostgresFeed(context, reader, settings, node);
    }

    /** The transactions that held the horizon back when it last stood still, oldest first; empty while it moves. */
    public List<HorizonHolder> holders() {
        return context.horizon().holders();
    }

    /**
     * The partitions of Signalbox's own log; no other log has any.
     *
     * @param identity the identity of the table on every node
     * @param pairs all configured feeds
     */
    public LogPartitions partitions(String identity, PartitionSettings settings, List<FeedKey> pairs) {
        return new LogPartitions(context, table, identity, settings, pairs);
    }

    /** The admin of this log. */
    public PostgresLogAdmin admin() {
        return new PostgresLogAdmin(context);
    }

    /**
     * Checks that the log exists and is usable; creates the progress table if it is missing.
     *
     * @return what works, but slowly; also logged
     * @throws SourceException that names everything that is missing
     */
    public List<String> check() throws SourceException {
        return context.inspectLog().shape().warnings();
    }

    private final class Context implements LogContext {
        private final String name;
        private final FencedStatements statements;
        private final LastSeenFeedStates states = new LastSeenFeedStates();
        private final HorizonWatch horizon;
        private final ReplayRequests replays = new ReplayRequests(Clock.SYSTEM);
        private volatile @Nullable InspectedLog inspected;

        Context(String name, FencedStatements statements) {
            this.name = name;
            this.statements = statements;
            this.horizon = new HorizonWatch(name, Clock.SYSTEM);
        }

        InspectedLog inspectLog() throws SourceException {
            LogShape shape = statements.read("look at the columns", this::inspect);
            if (!shape.problems().isEmpty()) {
                throw new SourceException("event log %s cannot be followed: %s"
                        .formatted(table.table(), String.join("; ", shape.problems())));
            }
            for (String warning : shape.warnings()) {
                LOG.log(System.Logger.Level.WARNING, "event log {0}: {1}", table.table(), warning);
            }
            InspectedLog now = new InspectedLog(shape, new LogSql(table, shape));
            inspected = now;
            return now;
        }

        private LogShape inspect(Connection connection) throws SQLException {
            LogShape shape = LogShape.inspect(connection, table);
            if (shape.hasProgress() || !shape.problems().isEmpty()) {
                return shape;
            }
            try (Statement statement = connection.createStatement()) {
                statement.execute(progressDdl(table));
            }
            return LogShape.inspect(connection, table);
        }

        private InspectedLog inspected() throws SourceException {
            InspectedLog known = inspected;
            return known == null ? inspectLog() : known;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public long maxPayloadBytes() {
            return table.maxPayloadBytes();
        }

        @Override
        public FencedStatements statements() {
            return statements;
        }

        @Override
        public LogSql sql() throws SourceException {
            return inspected().sql();
        }

        @Override
        public LogShape shape() throws SourceException {
            return inspected().shape();
        }

        @Override
        public LastSeenFeedStates states() {
            return states;
        }

        @Override
        public HorizonWatch horizon() {
            return horizon;
        }

        @Override
        public ReplayRequests replays() {
            return replays;
        }
    }
}
