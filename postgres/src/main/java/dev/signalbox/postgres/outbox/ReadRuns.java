package dev.signalbox.postgres.outbox;

import dev.signalbox.core.delivery.Ordering;
import dev.signalbox.core.message.Payload;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.outbox.Found;
import dev.signalbox.jdbc.outbox.OutboxSettings;
import dev.signalbox.jdbc.outbox.Reading;
import dev.signalbox.jdbc.outbox.Run;
import dev.signalbox.jdbc.outbox.TakenRows;
import dev.signalbox.jdbc.outbox.Wish;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Reads the first rows of groups, in the order in which they are to be delivered. Nothing is locked. */
final class ReadRuns {
    private static final int GROUP = 1;
    private static final int ID = 2;
    private static final int SIZE = 3;
    private static final int AT = 4;
    private static final int GROUP_TEXT = 5;
    private static final int TYPE = 6;
    private static final int PAYLOAD = 7;
    private static final int ATTEMPTS = 8;
    private static final int CREATED = 9;
    private static final int HEADERS = 10;

    /** Larger payloads are read once it is certain that they are wanted. */
    private static final int MOST_ALONG = 4_096;

    private static final int AHEAD = 256;
    private static final int FAR_AHEAD = 8_192;

    private record Row(Found row, @Nullable String at) {}

    private final OutboxSql statements;
    private final OutboxSettings settings;
    private final boolean contents;

    /** @param contents whether to read small rows as a whole, because they are not looked at again */
    ReadRuns(OutboxSql statements, OutboxSettings settings, boolean contents) {
        this.statements = statements;
        this.settings = settings;
        this.contents = contents;
    }

    Reading read(Connection connection, Wish wish) throws SQLException {
        NavigableMap<Integer, List<Row>> windows = windows(connection, wish);
        int count = windows.values().stream().mapToInt(List::size).sum();
        List<String> unread = List.of();
        if (count >= rows(wish)) {
            int last = windows.lastKey();
            windows.remove(last);
            unread = wish.groups().subList(last - 1, wish.groups().size());
        }
        Map<String, List<Found>> ties = ties(connection, wish, tied(wish, windows));
        List<Run> runs = new ArrayList<>();
        windows.forEach((number, window) -> {
            Run run = run(wish, wish.groups().get(number - 1), window, ties);
            if (!run.rows().isEmpty()) {
                runs.add(run);
            }
        });
        return new Reading(runs, unread);
    }

    private static List<String> tied(Wish wish, Map<Integer, List<Row>> windows) {
        List<String> groups = new ArrayList<>();
        windows.forEach((number, window) -> {
            if (window.size() > wish.perGroup() && beforeLastMoment(window).isEmpty()) {
                groups.add(wish.groups().get(number - 1));
            }
        });
        return groups;
    }

    /** The last moment in a full window may go on behind it, so its rows wait, unless the window has no other. */
    private Run run(Wish wish, String group, List<Row> window, Map<String, List<Found>> ties) {
        boolean full = window.size() > wish.perGroup();
        List<Found> tie = ties.get(group);
        if (tie != null) {
            int first = Math.min(wish.perGroup(), tie.size());
            List<Found> ahead = tie.subList(first, tie.size());
            return new Run(group, wish.untilHeld(settings.ordering(), tie.subList(0, first)), true, ahead, false);
        }
        List<Row> usable = full ? beforeLastMoment(window) : window;
        return new Run(
                group,
                wish.untilHeld(
                        settings.ordering(), usable.stream().map(Row::row).toList()),
                full,
                List.of(),
                false);
    }

    private static List<Row> beforeLastMoment(List<Row> window) {
        String last = String.valueOf(window.getLast().at());
        return window.stream().takeWhile(row -> !last.equals(row.at())).toList();
    }

    /** As many as full windows take that bring enough, and one more, because the last one may be cut. */
    private static int rows(Wish wish) {
        return wish.messages() + Math.ceilDiv(wish.messages(), wish.perGroup()) + wish.perGroup() + 1;
    }

    private NavigableMap<Integer, List<Row>> windows(Connection connection, Wish wish) throws SQLException {
        Map<String, Integer> limits = Map.of(
                "per_group",
                rounded(wish.perGroup()),
                "rows",
                rounded(rows(wish)),
                "along",
                Math.toIntExact(Math.min(MOST_ALONG, settings.maxPayloadBytes())));
        Set<String> flags = flags();
        flags.add(contents ? "contents" : "keys only");
        Sql sql = statements.get("read", limits, flags);
        NavigableMap<Integer, List<Row>> windows = new TreeMap<>();
        try (PreparedStatement statement = sql.prepare(connection, values(wish, wish.groups()));
                ResultSet rows = statement.executeQuery()) {
            RowMoments created = contents ? RowMoments.of(rows, CREATED) : null;
            while (rows.next()) {
                Found found = created == null ? found(rows) : wholly(rows, created);
                windows.computeIfAbsent(rows.getInt(GROUP), _ -> new ArrayList<>())
                        .add(new Row(found, rows.getString(AT)));
            }
        }
        return windows;
    }

    private Map<String, List<Found>> ties(Connection connection, Wish wish, List<String> groups) throws SQLException {
        if (groups.isEmpty()) {
            return Map.of();
        }
        // Far where few groups are read ahead: the larger a tie, the dearer it is to read again
        int ahead = wish.farAhead() ? FAR_AHEAD : Math.max(AHEAD, rounded(wish.perGroup()));
        Sql sql = statements.get("ties", Map.of("ahead", ahead), flags());
        Map<String, List<Found>> ties = new HashMap<>();
        groups.forEach(group -> ties.put(group, new ArrayList<>()));
        try (PreparedStatement statement = sql.prepare(connection, values(wish, groups));
                ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                String group = groups.get(rows.getInt(GROUP) - 1);
                ties.computeIfAbsent(group, _ -> new ArrayList<>()).add(found(rows));
            }
        }
        return ties;
    }

    private static Found found(ResultSet rows) throws SQLException {
        return new Found(rows.getString(ID), rows.getLong(SIZE));
    }

    private Found wholly(ResultSet rows, RowMoments created) throws SQLException {
        byte[] payload = rows.getBytes(PAYLOAD);
        if (payload == null) {
            return found(rows);
        }
        String id = rows.getString(ID);
        String type = rows.getString(TYPE);
        var content = new TakenRows.Row(
                id,
                rows.getString(GROUP_TEXT),
                type == null ? "" : type,
                Payload.of(payload),
                rows.getInt(ATTEMPTS),
                created.in(rows),
                statements.headers().read(rows, HEADERS));
        return new Found(id, payload.length, content);
    }

    private Map<String, @Nullable Object> values(Wish wish, List<String> groups) {
        Map<String, @Nullable Object> values = new HashMap<>();
        values.put("groups", groups.toArray(String[]::new));
        values.put("held_messages", wish.held().toArray(String[]::new));
        values.put("per_group", wish.perGroup());
        values.put("rows", rows(wish));
        values.put("max_payload", settings.maxPayloadBytes());
        return values;
    }

    private Set<String> flags() {
        Ordering ordering = settings.ordering();
        Set<String> flags = new HashSet<>();
        flags.add(ordering == Ordering.NONE ? "in any order" : "in_order");
        flags.add(ordering == Ordering.BLOCK ? "held ends the run" : "pass_held");
        flags.add(settings.holdExhausted() ? "hold_exhausted" : "go on after a failure");
        return flags;
    }

    // A few sizes, so that a few prepared statements serve all requests
    private static int rounded(int limit) {
        int highest = Integer.highestOneBit(limit);
        return highest == limit ? limit : highest << 1;
    }
}
