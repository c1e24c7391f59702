package dev.signalbox.mysql.outbox;

import dev.signalbox.core.outbox.OutboxSettings.Retention;
import dev.signalbox.jdbc.PartSelection;
import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.outbox.ArchiveTable;
import dev.signalbox.jdbc.outbox.OutboxStatements.SweepQuery;
import dev.signalbox.jdbc.outbox.OutboxStatements.SweepResult;
import dev.signalbox.mysql.outbox.MySqlOutboxTemplates.ResumePart;
import dev.signalbox.mysql.outbox.MySqlOutboxTemplates.RowStatement;
import dev.signalbox.mysql.outbox.MySqlOutboxTemplates.SweepPickPart;
import java.sql.SQLException;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Deletes a small batch of completed rows whose retention is over, or moves it to the archive. */
final class SweepBatch {
    private static final SweepResult NOTHING = new SweepResult(0, 0, null, null);

    private record Group(String name, boolean oldEnough) {}

    private record Row(String id, @Nullable String group, long bytes, boolean oldEnough) {}

    private SweepBatch() {}

    static SweepResult run(OutboxSession on, SweepQuery query) throws SQLException {
        // If rows are swept by time, the previous step covered all groups
        boolean over = query.amongGroups() && on.table().layout().isSweptByTime();
        if (over || on.lockLease(query.owner()).isEmpty()) {
            return NOTHING;
        }
        GroupParameters parameters = on.table().groups();
        Map<String, @Nullable Object> values = new HashMap<>();
        values.put("micros", query.keep().dividedBy(ChronoUnit.MICROS.getDuration()));
        String resume = query.resume();
        values.put("resume", resume == null ? null : parameters.bound(resume));
        List<Group> groups = query.amongGroups() ? groups(on, query, values) : List.of();
        List<String> old =
                groups.stream().filter(Group::oldEnough).map(Group::name).toList();
        values.put("groups", parameters.bound(old));
        List<Row> picked = query.amongGroups() && old.isEmpty() ? List.of() : pick(on, query, values);
        boolean full = picked.size() == SweepResult.BATCH;
        return new SweepResult(
                delete(on, picked),
                picked.size(),
                picked.isEmpty() ? null : picked.getLast().group(),
                full || groups.size() < SweepResult.BATCH
                        ? null
                        : groups.getLast().name());
    }

    private static List<Group> groups(OutboxSession on, SweepQuery query, Map<String, @Nullable Object> values)
            throws SQLException {
        Set<ResumePart> parts = query.resume() == null ? Set.of() : Set.of(ResumePart.RESUME);
        return on.sql()
                .get(MySqlOutboxTemplates.SWEEP_GROUPS, Map.of("groups", SweepResult.BATCH), parts)
                .list(on.connection(), values, row -> new Group(row.getString("grp"), row.getBoolean("old_enough")));
    }

    private static List<Row> pick(OutboxSession on, SweepQuery query, Map<String, @Nullable Object> values)
            throws SQLException {
        Set<SweepPickPart> parts = PartSelection.of(SweepPickPart.class)
                .with(SweepPickPart.UNGROUPED, !query.amongGroups())
                .with(SweepPickPart.ARCHIVE, on.settings().retention() instanceof Retention.ArchiveAfter)
                .parts();
        return on.sql()
                .get(MySqlOutboxTemplates.SWEEP_PICK, Map.of("rows", SweepResult.BATCH), parts)
                .list(
                        on.connection(),
                        values,
                        row -> new Row(
                                row.getString("id"),
                                row.getString("grp"),
                                row.getLong("bytes"),
                                row.getBoolean("old_enough")));
    }

    /** Moved rows are written again, so large payloads make the batch smaller; a row of any size moves alone. */
    private static List<String> fitting(List<Row> rows) {
        List<String> ids = new ArrayList<>();
        long bytes = 0;
        for (Row row : rows) {
            if (row.oldEnough() && bytes < ArchiveTable.BATCH_BYTES) {
                ids.add(row.id());
                bytes += row.bytes();
            }
        }
        return ids;
    }

    private static int delete(OutboxSession on, List<Row> picked) throws SQLException {
        List<String> ids = fitting(picked);
        List<String> locked = ids.isEmpty()
                ? List.of()
                : on.ids(RowStatement.LOCK_COMPLETED, Map.of("ids", on.table().ids(ids)));
        if (locked.isEmpty()) {
            return 0;
        }
        Map<String, List<?>> values = Map.of("ids", on.table().ids(locked));
        if (on.settings().retention() instanceof Retention.ArchiveAfter retention) {
            // The rows are locked, so the table cannot be altered before the transaction ends
            ArchiveTable archive =
                    MySqlArchiveInspector.inspect(on.connection(), on.table().layout(), ArchiveTable.named(retention));
            archive.refuse();
            Sql copy = on.sql().fill(RowStatement.ARCHIVE.template(), archive.names(Quoting.MYSQL), Set.of());
            archive.expect(locked.size(), copy.update(on.connection(), values));
        }
        MySqlProcessedEvents.forget(on, locked);
        return on.update(RowStatement.DELETE, values);
    }
}
