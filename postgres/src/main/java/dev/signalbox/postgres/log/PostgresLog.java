package dev.signalbox.postgres.log;

import dev.signalbox.core.log.EventLog;
import dev.signalbox.core.log.reader.SharedLogReader;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.jdbc.ConnectionLender;
import dev.signalbox.jdbc.Fence;
import dev.signalbox.jdbc.FencedStatements;
import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.SqlFolder;
import dev.signalbox.jdbc.SqlTemplate;
import java.util.List;
import java.util.Map;

/** An event log in PostgreSQL, read by one node for all of its feeds. */
public final class PostgresLog {
    private static final SqlTemplate<SqlTemplate.NoPart> PROGRESS_TABLE =
            SqlFolder.beside(PostgresLog.class, "progress").template("progress-table.sql");

    private final String node;
    private final LogContext log;
    private final SharedLogReader reader;

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
        this.node = node;
        this.log =
                new LogContext(table, name, FencedStatements.ofLog(table.table().toString(), fence, reads));
        this.reader = new SharedLogReader(
                new ReadLogSegment(log),
                settings,
                task -> Thread.ofVirtual().name("log-reader").start(task));
    }

    /** The statement that creates the table in which operators see the progress, if it does not exist. */
    public static String progressDdl(LogTable table) {
        return PROGRESS_TABLE
                .fill(Map.of("progress", table.progress().quoted(Quoting.POSTGRESQL)))
                .text();
    }

    public EventLog feed(FeedSettings settings) {
        return new PostgresFeed(log, reader, settings, node);
    }

    /** The transactions that held the horizon back when it last stood still, oldest first; empty while it moves. */
    public List<HorizonHolder> holders() {
        return log.horizon.holders();
    }

    /**
     * The partitions of Signalbox's own log; no other log has any.
     *
     * @param identity the identity of the table on every node
     * @param feeds all configured feeds
     */
    public LogPartitions partitions(String identity, PartitionSettings settings, List<FeedKey> feeds) {
        return new LogPartitions(log, identity, settings, feeds);
    }

    public PostgresLogAdmin admin() {
        return new PostgresLogAdmin(log);
    }

    /**
     * Checks that the log exists and is usable; creates the progress table if it is missing.
     *
     * @return what works, but slowly; also logged
     * @throws SourceException that names everything that is missing
     */
    public List<String> check() throws SourceException {
        return log.inspect().inspection().warnings(log.table);
    }
}
