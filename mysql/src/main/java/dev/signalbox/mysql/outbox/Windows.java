package dev.signalbox.mysql.outbox;

import dev.signalbox.core.delivery.Ordering;
import dev.signalbox.core.message.Payload;
import dev.signalbox.jdbc.HeaderColumns;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.outbox.Found;
import dev.signalbox.jdbc.outbox.Run;
import dev.signalbox.jdbc.outbox.Terms;
import dev.signalbox.jdbc.outbox.Wish;
import dev.signalbox.mysql.outbox.OnConnection.Template;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads windows at the front of groups: one for each group where groups have many rows, or all rows of many groups where
 * they have few, for which one short statement does.
 */
final class Windows {
    private static final int MOST_AT_ONCE = 64;
    private static final int FEW_ROWS = 3;
    /** The payloads of larger rows are left until they are taken. */
    private static final int MOST_ALONG = 4_096;

    /**
     * What was read.
     *
     * @param hidden groups whose rows are not at the front of what the collation takes for the same
     * @param unread groups that were not come to
     */
    record Answer(List<Run> runs, List<String> hidden, List<String> unread) {}

    private record Row(String group, Found row) {}

    private record Window(List<Row> rows, boolean full) {}

    private final Terms terms;
    private final HeaderColumns headers;
    private final GroupValues groupValues;
    private final Strays strays;
    private final Places places;
    private double rowsPerGroup = FEW_ROWS + 1;

    Windows(MySqlTable table, Terms terms, Strays strays, Places places) {
        this.terms = terms;
        this.headers = table.headers();
        this.groupValues = table.groups();
        this.strays = strays;
        this.places = places;
    }

    /** What is not marked is not looked at again when it is taken, so small rows are read as a whole. */
    private Template template(String name, Map<String, Integer> limits) {
        Set<String> flags = new HashSet<>();
        if (places.numbered()) {
            flags.add("placed");
        }
        if (!terms.owns()) {
            return new Template(name, limits, flags);
        }
        flags.add("contents");
        Map<String, Integer> all = new HashMap<>(limits);
        all.put("along", Math.toIntExact(Math.min(MOST_ALONG, terms.settings().maxPayloadBytes())));
        return new Template(name, all, flags);
    }

    /** @param groups at least one */
    Answer read(OnConnection on, Wish wish, List<String> groups, int room) throws SQLException {
        return rowsPerGroup < FEW_ROWS ? allRows(on, wish, groups, room) : eachFront(on, wish, groups, room);
    }

    private Answer eachFront(OnConnection on, Wish wish, List<String> groups, int room) throws SQLException {
        int expected = Math.clamp(Math.round(rowsPerGroup), 1, wish.perGroup());
        int count = Math.clamp(Math.ceilDiv(room, expected), 1, Math.min(MOST_AT_ONCE, groups.size()));
        List<String> chosen = groups.subList(0, count);
        Map<String, Window> windows = fronts(on, wish, chosen, wish.perGroup() + 1);
        List<Run> runs = new ArrayList<>();
        List<String> hidden = new ArrayList<>();
        for (String group : chosen) {
            Window window = windows.getOrDefault(group, new Window(List.of(), false));
            List<Found> own = own(group, window);
            if (strays.has(group) || (own.isEmpty() && !window.rows().isEmpty())) {
                strays.met(group);
                hidden.add(group);
            } else {
                add(runs, wish, group, unheld(wish, own), window.full());
            }
        }
        learn(windows.values().stream().mapToInt(it -> it.rows().size()).sum(), count);
        return new Answer(runs, hidden, groups.subList(count, groups.size()));
    }

    /** Where held rows are passed over and take up a whole window, a larger one is read. */
    private Map<String, Window> fronts(OnConnection on, Wish wish, List<String> groups, int size) throws SQLException {
        Map<String, Window> windows = union(on, groups, size);
        List<String> crowded = windows.entrySet().stream()
                .filter(entry -> entry.getValue().full() && passesHeld(wish))
                .filter(entry ->
                        unheld(wish, own(entry.getKey(), entry.getValue())).size() <= wish.perGroup()
                                && size <= wish.perGroup() + wish.held().size())
                .map(Map.Entry::getKey)
                .toList();
        if (!crowded.isEmpty()) {
            windows.putAll(fronts(on, wish, crowded, size * 4));
        }
        return windows;
    }

    private Map<String, Window> union(OnConnection on, List<String> groups, int size) throws SQLException {
        List<String> parts = new ArrayList<>();
        List<String> parameters = new ArrayList<>();
        Map<String, Object> values = new HashMap<>();
        values.put("max_payload", terms.settings().maxPayloadBytes());
        for (int i = 0; i < groups.size(); i++) {
            int number = i;
            Template template = template("read-window", Map.of("number", i, "window", size));
            Sql one = on.sql().get(template.name(), template.limits(), template.flags());
            parts.add(one.text());
            one.parameters().forEach(name -> parameters.add(name.equals("grp") ? name + number : name));
            values.put("grp" + i, groupValues.bound(groups.get(i)));
        }
        Map<Integer, List<Row>> rows = new HashMap<>();
        try (PreparedStatement statement =
                        new Sql(String.join("\nUNION ALL\n", parts), parameters).prepare(on.connection(), values);
                ResultSet found = statement.executeQuery()) {
            while (found.next()) {
                rows.computeIfAbsent(found.getInt("n"), _ -> new ArrayList<>()).add(row(found));
            }
        }
        Map<String, Window> windows = new LinkedHashMap<>();
        rows.forEach((n, window) -> windows.put(groups.get(n), new Window(window, window.size() == size)));
        return windows;
    }

    private Answer allRows(OnConnection on, Wish wish, List<String> groups, int room) throws SQLException {
        int limit = 2 * room + wish.perGroup() + 1;
        Map<String, Object> values = Map.of(
                "groups",
                groupValues.bound(groups),
                "max_payload",
                terms.settings().maxPayloadBytes());
        List<Row> rows = on.rows(template("read-short", Map.of("rows", rounded(limit))), values, this::row);
        boolean cut = rows.size() == rounded(limit);
        Map<String, List<Row>> byGroup = new LinkedHashMap<>();
        rows.forEach(row ->
                byGroup.computeIfAbsent(row.group(), _ -> new ArrayList<>()).add(row));
        List<Run> runs = new ArrayList<>();
        List<String> unread = new ArrayList<>();
        for (String group : groups) {
            List<Row> own = byGroup.remove(group);
            if (own != null) {
                boolean last = cut && rows.getLast().group().equals(group);
                List<Found> usable = unheld(wish, own.stream().map(Row::row).toList());
                add(runs, wish, group, usable, last || usable.size() > wish.perGroup());
            } else if (cut) {
                unread.add(group);
            }
        }
        byGroup.keySet().forEach(strays::met);
        if (unread.size() == groups.size()) {
            return eachFront(on, wish, groups, room);
        }
        learn(rows.size(), groups.size() - unread.size());
        return new Answer(runs, List.of(), unread);
    }

    private void add(List<Run> runs, Wish wish, String group, List<Found> rows, boolean more) {
        List<Found> first = rows.subList(0, Math.min(wish.perGroup(), rows.size()));
        List<Found> usable = wish.untilHeld(terms.settings().ordering(), first);
        if (!usable.isEmpty()) {
            runs.add(new Run(group, usable, more || rows.size() > first.size(), List.of(), false));
        }
    }

    /** The rows of exactly this group; whose the others are is remembered. */
    private List<Found> own(String group, Window window) {
        List<Found> own = new ArrayList<>();
        for (Row row : window.rows()) {
            if (row.group().equals(group)) {
                own.add(row.row());
            } else {
                strays.met(row.group());
            }
        }
        return own;
    }

    private boolean passesHeld(Wish wish) {
        return terms.settings().ordering() != Ordering.BLOCK && !wish.held().isEmpty();
    }

    private List<Found> unheld(Wish wish, List<Found> rows) {
        return passesHeld(wish)
                ? rows.stream().filter(row -> !wish.held().contains(row.id())).toList()
                : rows;
    }

    // What the last reads have shown; any other way to know would have to count
    private void learn(int rows, int groups) {
        if (groups > 0) {
            rowsPerGroup = (3 * rowsPerGroup + (double) rows / groups) / 4;
        }
    }

    private Row row(ResultSet rows) throws SQLException {
        String group = rows.getString("grp");
        String id = rows.getString("id");
        places.met(id, rows, "place");
        byte[] payload = terms.owns() ? rows.getBytes("payload") : null;
        Found found = payload == null
                ? new Found(id, rows.getLong("size"))
                : new Found(id, payload.length, TakeTransaction.row(rows, headers, Payload.of(payload)));
        return new Row(group, found);
    }

    private static int rounded(int limit) {
        int highest = Integer.highestOneBit(limit);
        return highest == limit ? limit : highest << 1;
    }
}
