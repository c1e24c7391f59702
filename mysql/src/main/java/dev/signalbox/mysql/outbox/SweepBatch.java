package dev.signalbox.mysql.outbox;

import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.outbox.OutboxStatements.SweepStep;
import dev.signalbox.jdbc.outbox.OutboxStatements.SweepWish;
import dev.signalbox.jdbc.outbox.Terms;
import dev.signalbox.mysql.outbox.OnConnection.Template;
import java.sql.SQLException;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Deletes a small batch of completed rows that were kept long enough. */
final class SweepBatch {
    private static final SweepStep NOTHING = new SweepStep(0, 0, null, null);

    private record Group(String name, boolean oldEnough) {}

    private record Row(String id, @Nullable String group, boolean oldEnough) {}

    private final MySqlTable table;
    private final Terms terms;

    SweepBatch(MySqlTable table, Terms terms) {
        this.table = table;
        this.terms = terms;
    }

    SweepStep run(OnConnection on, SweepWish wish) throws SQLException {
        // Where states are moments, the step before went by them, whatever the group
        boolean over = wish.amongGroups() && table.layout().states() instanceof OutboxLayout.Moments;
        if (over || Lease.lock(on, terms, wish.owner()).isEmpty()) {
            return NOTHING;
        }
        Map<String, @Nullable Object> values = new HashMap<>();
        values.put("micros", wish.keep().dividedBy(ChronoUnit.MICROS.getDuration()));
        values.put("resume", wish.resume());
        List<Group> groups = wish.amongGroups() ? groups(on, wish, values) : List.of();
        List<String> old =
                groups.stream().filter(Group::oldEnough).map(Group::name).toList();
        values.put("groups", old);
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

    private static List<Row> pick(OnConnection on, SweepWish wish, Map<String, @Nullable Object> values)
            throws SQLException {
        Set<String> flags = wish.amongGroups() ? Set.of() : Set.of("loose");
        return on.rows(
                new Template("sweep-pick", Map.of("rows", SweepStep.BATCH), flags),
                values,
                rows -> new Row(rows.getString("id"), rows.getString("grp"), rows.getBoolean("old_enough")));
    }

    private int delete(OnConnection on, List<Row> picked) throws SQLException {
        List<String> ids = picked.stream().filter(Row::oldEnough).map(Row::id).toList();
        if (ids.isEmpty()) {
            return 0;
        }
        List<String> locked =
                on.rows(Template.of("lock-completed"), Map.of("ids", table.ids(ids)), rows -> rows.getString("id"));
        return locked.isEmpty() ? 0 : on.update(Template.of("delete"), Map.of("ids", table.ids(locked)));
    }
}
