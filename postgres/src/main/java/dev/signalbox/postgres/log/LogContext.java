package dev.signalbox.postgres.log;

import dev.signalbox.core.source.SourceException;
import dev.signalbox.core.time.Clock;
import dev.signalbox.jdbc.FencedStatements;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** What all operations on a log share. */
final class LogContext {
    private static final System.Logger LOG = System.getLogger(PostgresLog.class.getName());

    private static final int MEASURED_AFTER_LARGE_ROW = 20;

    final LogTable table;

    /** The name of the log on every node. */
    final String name;

    final FencedStatements statements;
    final HorizonWatch horizon;
    final LastSeenFeedStates states = new LastSeenFeedStates(Clock.SYSTEM);
    private volatile @Nullable LogSql sql;

    /** How many reads are still measured, because one met a row that is not small. */
    private final AtomicInteger measuredReads = new AtomicInteger();

    LogContext(LogTable table, String name, FencedStatements statements) {
        this.table = table;
        this.name = name;
        this.statements = statements;
        this.horizon = new HorizonWatch(name, Clock.SYSTEM);
    }

    Map<String, @Nullable Object> values(FeedKey feed) {
        // The table of suspects also holds those of outbox tables, so a feed's name there begins with its log
        return new HashMap<>(
                Map.of("log", name, "topic", feed.topic(), "publisher", feed.publisher(), "feed", name + " " + feed));
    }

    /** Whether the next read measures its rows. */
    boolean isNextReadMeasured() throws SourceException {
        return !sql().inspection().data().tellsCompressed()
                || measuredReads.getAndUpdate(left -> Math.max(0, left - 1)) > 0;
    }

    /** A read met a row that is not small: others are likely to follow. */
    void metLargeRow() {
        measuredReads.set(MEASURED_AFTER_LARGE_ROW);
    }

    /** Inspects the log unless that is done already. */
    LogSql sql() throws SourceException {
        LogSql known = sql;
        return known == null ? inspect() : known;
    }

    LogSql inspect() throws SourceException {
        LogInspection inspection = statements.read("look at the columns", this::inspect);
        if (!inspection.obstacles().isEmpty()) {
            throw new SourceException("event log %s cannot be followed: %s"
                    .formatted(table.table(), String.join("; ", inspection.obstacles())));
        }
        for (String warning : inspection.warnings(table)) {
            LOG.log(System.Logger.Level.WARNING, "event log {0}: {1}", table.table(), warning);
        }
        LogSql filled = new LogSql(table, inspection);
        sql = filled;
        return filled;
    }

    /** Creates the progress table if only that is missing. */
    private LogInspection inspect(Connection connection) throws SQLException {
        LogInspection inspection = LogInspection.of(connection, table);
        if (inspection.progress() || !inspection.obstacles().isEmpty()) {
            return inspection;
        }
        try (Statement statement = connection.createStatement()) {
            statement.execute(PostgresLog.progressDdl(table));
        }
        return LogInspection.of(connection, table);
    }
}
