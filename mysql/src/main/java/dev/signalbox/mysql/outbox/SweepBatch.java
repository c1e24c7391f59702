package dev.signalbox.mysql.outbox;

import dev.signalbox.core.outbox.Retention;
import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.Quoting;
import dev.signalbox.jdbc.outbox.Archive;
import dev.signalbox.jdbc.outbox.OutboxStatements.SweepStep;
import dev.signalbox.jdbc.outbox.OutboxStatements.SweepWish;
import dev.signalbox.jdbc.outbox.Terms;
import dev.signalbox.mysql.outbox.OnConnection.Template;
import java.sql.SQLException;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Deletes a small batch of completed rows that were kept long enough, or moves it to the archive. */
final class SweepBatch {
    private static final SweepStep NOTHING = new SweepStep(0, 0, null, null);

    private record Group(String name, boolean oldEnough) {}

    private record Row(String id, @Nullable String group, long bytes, boolean oldEnough) {}

    private final MySqlTable table;
    private final Terms terms;
    private final EventNotes notes;

    SweepBatch(MySqlTable table, Terms terms) {
        this.table = table;
        this.terms = terms;
        this.notes = new EventNotes(table, terms);
    }

    SweepStep run(OnConnection on, SweepWish wish) throws SQLException {
        // Where states are moments, the step before went by them, whatever the group
        boolean over = wish.amongGroups() && table.layout().states() instanceof OutboxLayout.Moments;
        if (over || Lease.lock(on, terms, wish.owner()).isEmpty()) {
            return NOTHING;
        }
        Map<String, @Nullable Object> values = new HashMap<>();
        values.put("micros", wish.keep().dividedBy(ChronoUnit.MICROS.getDuration()));
        String resume = wish.resume();
        values.put("resume", resume == null ? null : table.groups().bound(resume));
        List<Group> groups = wish.amongGroups() ? groups(on, wish, values) : List.of();
        List<String> old =
                groups.stream().filter(Group::oldEnough).map(Group::name).toList();
        values.put("groups", table.groups().bound(old));
        List<Row> picked = wish.amongGroups() && old.isEmpty() ? List.of() : pick(on, wish, values);
        boolean full = picked.size() == SweepStep.BATCH;
        return new SweepStep(
                delete(on, picked),
                picked.size(),
                picked.isEmpty() ? null : picked.getLast().group(),
                full || groups.size() < SweepStep.BATCH
                        ? null
                        : groups.getLast().name());
    }

    private static List<Group> groups(OnConnection on, SweepWish wish, Map<String, @Nullable Object> values)
            throws SQLException {
        Set<String> flags = wish.resume() == null ? Set.of() : Set.of("resume");
        return on.rows(
                new Template("sweep-groups", Map.of("groups", SweepStep.BATCH), flags),
                values,
                rows -> new Group(rows.getString("grp"), rows.getBoolean("old_enough")));
    }

    private List<Row> pick(OnConnection on, SweepWish wish, Map<String, @Nullable Object> values) throws SQLException {
        Set<String> flags = new HashSet<>();
        flags.add(wish.amongGroups() ? "groups" : "loose");
        flags.add(archives() ? "archive" : "delete");
        return on.rows(
                new Template("sweep-pick", Map.of("rows", SweepStep.BATCH), flags),
                values,
                rows -> new Row(
                        rows.getString("id"),
                        rows.getString("grp"),
                        rows.getLong("bytes"),
                        rows.getBoolean("old_enough")));
    }

    private boolean archives() {
        return terms.settings().retention() instanceof Retention.ArchiveAfter;
    }

    /** What moves is written again, so large payloads make the batch smaller; one of any size moves alone. */
    private static List<String> fitting(List<Row> rows) {
        List<String> ids = new ArrayList<>();
        long bytes = 0;
        for (Row row : rows) {
            if (bytes >= Archive.BATCH_BYTES) {
                break;
            }
            ids.add(row.id());
            bytes += row.bytes();
        }
        return ids;
    }

    private int delete(OnConnection on, List<Row> picked) throws SQLException {
        List<String> ids = fitting(picked.stream().filter(Row::oldEnough).toList());
        if (ids.isEmpty()) {
            return 0;
        }
        List<String> locked =
                on.rows(Template.of("lock-completed"), Map.of("ids", table.ids(ids)), rows -> rows.getString("id"));
        if (locked.isEmpty()) {
            return 0;
        }
        Map<String, List<? extends Object>> values = Map.of("ids", table.ids(locked));
        if (terms.settings().retention() instanceof Retention.ArchiveAfter retention) {
            // The rows are locked, so nobody alters the table until the end of the transaction
            Archive archive = MySqlArchive.inspect(on.connection(), table.layout(), Archive.named(retention));
            archive.refuse();
            archive.expect(locked.size(), on.update("archive", archive.names(Quoting.MYSQL), values));
        }
        notes.forget(on, locked);
        return on.update(Template.of("delete"), values);
    }
}
