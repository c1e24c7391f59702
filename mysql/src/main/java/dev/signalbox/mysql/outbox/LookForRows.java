package dev.signalbox.mysql.outbox;

import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.outbox.Found;
import dev.signalbox.jdbc.outbox.LooseLap;
import dev.signalbox.jdbc.outbox.OutboxStatements.Scan;
import dev.signalbox.jdbc.outbox.OutboxStatements.Scanned;
import dev.signalbox.jdbc.outbox.Terms;
import dev.signalbox.mysql.outbox.OnConnection.Template;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Looks where something waits. The index shows one group of each that its collation takes for the same. */
final class LookForRows {
    private static final int STRETCH = 1_024;
    private static final int LOOKS_A_WALK = 8;

    /** Where entries are looked at instead of groups, so many are expected to be of one. */
    private static final int ENTRIES_A_GROUP = 8;

    /** @param resume the group behind which there may be more */
    private record Groups(List<String> names, @Nullable String resume) {}

    private record Place(String group, String at, Object id) {}

    private record Step(Place place, boolean flip, boolean ends, int total) {}

    private final MySqlTable table;
    private final Terms terms;
    private final Strays strays;
    private final Places places;
    private @Nullable Place walkedTo;
    private int looks;

    LookForRows(MySqlTable table, Terms terms, Strays strays, Places places) {
        this.table = table;
        this.terms = terms;
        this.strays = strays;
        this.places = places;
    }

    Scanned scan(OnConnection on, Scan wish) throws SQLException {
        List<String> groups = new ArrayList<>();
        String resume = null;
        if (wish.groups() > 0) {
            if (wish.resume() == null) {
                strays.startLap();
            }
            Groups found = groups(on, wish);
            groups.addAll(found.names());
            resume = found.resume();
            strays.forget(groups);
            // Once a lap, and now and then where a lap is long
            if (!table.column("message_group").isExact() && (wish.resume() == null || ++looks % LOOKS_A_WALK == 0)) {
                walk(on);
            }
            groups.addAll(strays.takeFresh());
        }
        return new Scanned(groups, resume, wish.loose() > 0 ? loose(on, wish) : List.of());
    }

    private Groups groups(OnConnection on, Scan wish) throws SQLException {
        Map<String, @Nullable Object> values = new HashMap<>();
        String resume = wish.resume();
        values.put("resume", resume == null ? null : table.groups().bound(resume));
        Set<String> flags = resume == null ? Set.of() : Set.of("resume");
        boolean byMoments = table.layout().states() instanceof OutboxLayout.Moments;
        int most = byMoments ? ENTRIES_A_GROUP * wish.groups() : wish.groups();
        int[] entries = {0};
        List<String> names = on.rows(new Template("scan-groups", Map.of("entries", most), flags), values, rows -> {
            entries[0] += rows.getInt("entries");
            return rows.getString("grp");
        });
        List<String> wanted = names.subList(0, Math.min(names.size(), wish.groups()));
        boolean more = entries[0] == most || wanted.size() < names.size();
        return new Groups(wanted, more ? wanted.getLast() : null);
    }

    private List<LooseLap.Seen> loose(OnConnection on, Scan wish) throws SQLException {
        LooseLap.Position start = wish.start();
        Map<String, @Nullable Object> values = new HashMap<>();
        values.put("max_payload", terms.settings().maxPayloadBytes());
        if (start != null) {
            values.put("at", table.turn(start.at()));
            values.put("id", table.ids(List.of(start.id())).getFirst());
        }
        Set<String> flags = start == null ? Set.of() : Set.of("behind");
        return on.rows(new Template("scan-loose", Map.of("loose", wish.loose()), flags), values, rows -> {
            String id = rows.getString("id");
            places.met(id, rows, "at");
            return new LooseLap.Seen(new Found(id, rows.getLong("size")), rows.getString("at"));
        });
    }

    /** A group that hides deep behind another is met sooner or later, at the same small cost whatever waits. */
    private void walk(OnConnection on) throws SQLException {
        Place from = walkedTo;
        Map<String, Object> values = new HashMap<>();
        if (from != null) {
            values.put("grp", from.group());
            values.put("at", table.turn(from.at()));
            values.put("id", from.id());
        }
        Set<String> flags = from == null ? Set.of() : Set.of("resume");
        List<Step> steps = on.rows(
                new Template("walk", Map.of("rows", STRETCH), flags),
                values,
                rows -> new Step(
                        new Place(rows.getString("grp"), rows.getString("at"), id(rows.getString("id"))),
                        rows.getBoolean("flip"),
                        rows.getBoolean("ends"),
                        rows.getInt("total")));
        steps.stream()
                .filter(Step::flip)
                .forEach(step -> strays.met(step.place().group()));
        walkedTo = steps.stream()
                .filter(step -> step.ends() && step.total() == STRETCH)
                .map(Step::place)
                .findFirst()
                .orElse(null);
    }

    private Object id(String id) {
        return table.ids(List.of(id)).getFirst();
    }
}
