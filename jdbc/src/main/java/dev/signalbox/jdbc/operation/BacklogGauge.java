package dev.signalbox.jdbc.operation;

import dev.signalbox.core.operation.Backlog;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.jdbc.Sql;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Measures how much waits without reading all of it: it counts up to a limit, and asks the planner beyond that. Where there
 * are more groups than one look visits, the next look goes on with others and keeps an eye on the oldest message seen.
 */
final class BacklogGauge {
    static final int COUNTED = 10_000;
    private static final int GROUPS = 500;

    private final DeskAccess access;
    private @Nullable String resume;
    private @Nullable String oldestId;

    BacklogGauge(DeskAccess access) {
        this.access = access;
    }

    synchronized Backlog measure() throws SourceException {
        Map<String, @Nullable Object> values = new HashMap<>();
        values.put("most", COUNTED + 1);
        values.put("resume", resume);
        values.put("remembered", oldestId);
        Set<String> flags = resume == null ? Set.of() : Set.of("resume");
        Sql sql = access.sql("backlog", Map.of("groups", String.valueOf(GROUPS)), flags);
        Counted counted = access.run("measure the backlog", connection -> count(connection, sql, values));
        resume = counted.stoppedAt();
        oldestId = counted.oldestId();
        boolean many = counted.waiting() > COUNTED;
        boolean estimated = many || counted.held() > COUNTED;
        long messages =
                counted.held() + (many ? Math.max(access.estimate("estimate"), COUNTED + 1) : counted.waiting());
        return new Backlog(messages, estimated, counted.oldest(), estimated);
    }

    private record Counted(
            long waiting,
            long held,
            @Nullable Duration oldest,
            @Nullable String oldestId,
            @Nullable String stoppedAt) {}

    private static Counted count(Connection connection, Sql sql, Map<String, @Nullable Object> values)
            throws SQLException {
        try (PreparedStatement statement = sql.prepare(connection, values);
                ResultSet row = statement.executeQuery()) {
            row.next();
            return new Counted(
                    row.getLong("waiting"),
                    row.getLong("held"),
                    Rows.age(row, "oldest_seconds"),
                    row.getString("oldest_id"),
                    row.getString("stopped_at"));
        }
    }
}
