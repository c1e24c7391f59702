package dev.signalbox.mysql.outbox;

import dev.signalbox.core.outbox.Retention;
import dev.signalbox.jdbc.PartSelection;
import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.outbox.ArchiveTable;
import dev.signalbox.jdbc.outbox.OutboxContext;
import dev.signalbox.jdbc.outbox.OutboxStatements.SweepQuery;
import dev.signalbox.jdbc.outbox.OutboxStatements.SweepResult;
import dev.signalbox.mysql.outbox.MySqlOutboxTemplates.RowStatement;
import dev.signalbox.mysql.outbox.MySqlOutboxTemplates.SweepGroupsPart;
import dev.signalbox.mysql.outbox.MySqlOutboxTemplates.SweepPickPart;
import dev.signalbox.mysql.outbox.OutboxStatementRunner.Template;
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

    private final MySqlOutboxTable table;
    private final OutboxContext context;
    private final MySqlProcessedEvents processedEvents;

    SweepBatch(MySqlOutboxTable table, OutboxContext context) {
        this.table = table;
        this.context = context;
        this.processedEvents = new MySqlProcessedEvents(table, context);
    }

    SweepResult run(OutboxStatementRunner on, SweepQuery query) throws SQLException {
        // If rows are swept by time, the previous step covered all groups
        boolean over = query.amongGroups() && table.layout().isSweptByTime();
        if (over || LockedLease.lock(on, context, query.owner()).isEmpty()) {
            return NOTHING;
        }
        Map<String, @Nullable Object> values = new HashMap<>();
        values.put("micros", query.keep().dividedBy(ChronoUnit.MICROS.getDuration()));
        String resume = query.resume();
        values.put("resume", resume == null ? null : table.groups().bound(resume));
        List<Group> groups = query.amongGroups() ? groups(on, query, values) : List.of();
        List<String> old =
                groups.stream().filter(Group::oldEnough).map(Group::name).toList();
        values.put("groups", table.groups().bound(old));
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

    private static List<Group> groups(OutboxStatementRunner on, SweepQuery query, Map<String, @Nullable Object> values)
            throws SQLException {
        Set<SweepGroupsPart> parts = query.resume() == null ? Set.of() : Set.of(SweepGroupsPart.RESUME);
        return on.rows(
                new Template<>(MySqlOutboxTemplates.SWEEP_GROUPS, Map.of("groups", SweepResult.BATCH), parts),
                values,
                rows -> new Group(rows.getString("grp"), rows.getBoolean("old_enough")));
    }

    private List<Row> pick(OutboxStatementRunner on, SweepQuery query, Map<String, @Nullable Object> values)
            throws SQLException {
        Set<SweepPickPart> parts = PartSelection.of(SweepPickPart.class)
                .with(SweepPickPart.LOOSE, !query.amongGroups())
                .with(SweepPickPart.ARCHIVE, archives())
                .parts();
        return on.rows(
                new Template<>(MySqlOutboxTemplates.SWEEP_PICK, Map.of("rows", SweepResult.BATCH), parts),
                values,
                rows -> new Row(
                        rows.getString("id"),
                        rows.getString("grp"),
                        rows.getLong("bytes"),
                        rows.getBoolean("old_enough")));
    }

    private boolean archives() {
        return context.settings().retention() instanceof Retention.ArchiveAfter;
    }

    /** Moved rows are written again, so large payloads make the batch smaller; a row of any size moves alone. */
    private static List<String> fitting(List<Row> rows) {
        List<String> ids = new ArrayList<>();
        long bytes = 0;
        for (Row row : rows) {
            if (bytes >= ArchiveTable.BATCH_BYTES) {
                break;
            }
            ids.add(row.id());
            bytes += row.bytes();
        }
        return ids;
    }

    private int delete(OutboxStatementRunner on, List<Row> picked) throws SQLException {
        List<String> ids = fitting(picked.stream().filter(Row::oldEnough).toList());
        if (ids.isEmpty()) {
            return 0;
        }
        List<String> locked = on.rows(
                Template.of(MySqlOutboxTemplates.ROWS, RowStatement.LOCK_COMPLETED),
                Map.of("ids", table.ids(ids)),
                rows -> rows.getString("id"));
        if (locked.isEmpty()) {
            return 0;
        }
        Map<String, List<? extends Object>> values = Map.of("ids", table.ids(locked));
        if (context.settings().retention() instanceof Retention.ArchiveAfter retention) {
            // The rows are locked, so the table cannot be altered before the transaction ends
            ArchiveTable archive =
                    MySqlArchiveInspector.inspect(on.connection(), table.layout(), ArchiveTable.named(retention));
            archive.refuse();
            archive.expect(
                    locked.size(),
                    on.update(
                            MySqlOutboxTemplates.ROWS.template(RowStatement.ARCHIVE),
                            archive.names(Quoting.MYSQL),
                            values));
        }
        processedEvents.forget(on, locked);
        return on.update(Template.of(MySqlOutboxTemplates.ROWS, RowStatement.DELETE), values);
    }
}
