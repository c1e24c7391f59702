package dev.signalbox.postgres.outbox;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.core.source.Swept;
import dev.signalbox.jdbc.Sql;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Deletes completed rows in laps over the groups: first the rows without a group, then one stretch of groups a step. */
final class SweepRows {
    private static final int BATCH = 500;

    private record Step(
            int deleted,
            int picked,
            @Nullable String lastPicked,
            @Nullable String stoppedAt) {
        boolean full() {
            return picked == BATCH;
        }
    }

    private final OutboxAccess access;
    private boolean amongGroups;
    private @Nullable String resume;
    private long deletedThisLap;

    SweepRows(OutboxAccess access) {
        this.access = access;
    }

    synchronized Swept sweep(Incarnation owner, Duration keep) throws SourceException {
        Map<String, @Nullable Object> values = new HashMap<>();
        values.put("owner", owner.value());
        values.put("keep", keep.toString());
        values.put("resume", resume);
        Sql sql = access.sql().get("sweep", flags());
        Step step = access.write("delete old rows", owner, connection -> run(connection, sql, values));
        deletedThisLap += step.deleted();
        return new Swept(step.deleted(), advance(step));
    }

    private boolean advance(Step step) {
        if (!amongGroups) {
            amongGroups = !step.full() || step.deleted() == 0;
            return true;
        }
        // A full batch may have left rows of its last group behind, and comes back to it unless it was of no use
        resume = step.full() && step.deleted() == 0 ? step.lastPicked() : step.full() ? resume : step.stoppedAt();
        if (resume != null || step.full()) {
            return true;
        }
        boolean again = deletedThisLap > 0;
        amongGroups = false;
        deletedThisLap = 0;
        return again;
    }

    private Set<String> flags() {
        Set<String> flags = new HashSet<>();
        flags.add(access.byLeaseRow() ? "lease" : "no lease");
        flags.add(amongGroups ? "groups" : "loose");
        flags.add(resume != null ? "resume" : "from the start");
        return flags;
    }

    private static Step run(Connection connection, Sql sql, Map<String, @Nullable Object> values) throws SQLException {
        try (PreparedStatement statement = sql.prepare(connection, values);
                ResultSet rows = statement.executeQuery()) {
            rows.next();
            return new Step(
                    rows.getInt("deleted"),
                    rows.getInt("picked"),
                    rows.getString("last_picked"),
                    rows.getString("stopped_at"));
        }
    }
}
