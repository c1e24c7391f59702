package dev.signalbox.jdbc.admin;

import dev.signalbox.core.admin.OutboxAdmin.Backlog;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.jdbc.Sql;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Measures the backlog without reading all of it: counts up to a limit, and beyond that asks the planner. If there are
 * more groups than one measurement visits, the next one continues with others and rereads the oldest message seen.
 */
final class JdbcBacklogGauge {
    static final int COUNTED = 10_000;
    private static final int GROUPS = 500;

    private final OutboxAdminAccess access;
    private @Nullable String resume;
    private @Nullable String oldestId;

    JdbcBacklogGauge(OutboxAdminAccess access) {
        this.access = access;
    }

    synchronized Backlog measure() throws SourceException {
        Map<String, @Nullable Object> values = new HashMap<>();
        values.put("most", COUNTED + 1);
        values.put("resume", resume);
        values.put("remembered", oldestId);
        Set<AdminTemplates.BacklogPart> parts = resume == null ? Set.of() : Set.of(AdminTemplates.BacklogPart.RESUME);
        AdminTemplates templates = access.dialect().templates();
        Sql sql = access.sql(templates.backlog(), Map.of("groups", String.valueOf(GROUPS)), parts);
        CountedBacklog counted =
                access.run("measure the backlog", connection -> sql.one(connection, values, CountedBacklog::read));
        resume = counted.stoppedAt();
        oldestId = counted.oldestId();
        boolean many = counted.waiting() > COUNTED;
        boolean estimated = many || counted.held() > COUNTED;
        long messages = counted.held() + (many ? Math.max(estimate(templates), COUNTED + 1) : counted.waiting());
        return new Backlog(messages, estimated, counted.oldest(), estimated);
    }

    private long estimate(AdminTemplates templates) throws SourceException {
        return access.estimate(templates.statements().template(AdminTemplates.Statement.ESTIMATE));
    }

    private record CountedBacklog(
            long waiting,
            long held,
            @Nullable Duration oldest,
            @Nullable String oldestId,
            @Nullable String stoppedAt) {
        static CountedBacklog read(ResultSet row) throws SQLException {
            return new CountedBacklog(
                    row.getLong("waiting"),
                    row.getLong("held"),
                    AdminRowReader.age(row, "oldest_seconds"),
                    row.getString("oldest_id"),
                    row.getString("stopped_at"));
        }
    }
}
