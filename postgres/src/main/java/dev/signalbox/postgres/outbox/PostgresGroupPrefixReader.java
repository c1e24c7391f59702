package dev.signalbox.postgres.outbox;

import dev.signalbox.core.delivery.Ordering;
import dev.signalbox.core.message.OversizedColumn;
import dev.signalbox.core.outbox.OutboxSettings;
import dev.signalbox.jdbc.LimitedColumn;
import dev.signalbox.jdbc.PartSelection;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.outbox.CandidateRow;
import dev.signalbox.jdbc.outbox.ClaimQuery;
import dev.signalbox.jdbc.outbox.ClaimedRows;
import dev.signalbox.jdbc.outbox.GroupPrefix;
import dev.signalbox.jdbc.outbox.OutboxStatements.GroupPrefixes;
import dev.signalbox.jdbc.outbox.OversizedRow;
import dev.signalbox.postgres.outbox.PostgresOutboxTemplates.ReadPart;
import dev.signalbox.postgres.outbox.PostgresOutboxTemplates.TiesPart;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Reads the first rows of groups in delivery order, without locks. */
final class PostgresGroupPrefixReader {
    private static final int GROUP = 1;
    private static final int ID = 2;
    private static final int SIZE = 3;
    private static final int AT = 4;
    private static final int PLACE = 5;
    private static final int FINDING = 6;
    private static final int GROUP_TEXT = 7;
    private static final int TYPE = 8;
    private static final int PAYLOAD = 9;
    private static final int ATTEMPTS = 10;
    private static final int CREATED = 11;
    private static final int OVERSIZED = 12;
    private static final int HEADERS = 13;

    /** Larger payloads are read only when their rows are claimed. */
    private static final int MOST_ALONG = 4_096;

    private static final int AHEAD = 256;
    private static final int FAR_AHEAD = 8_192;

    private record Row(CandidateRow row, @Nullable String at) {}

    private final PostgresOutboxSql statements;
    private final OutboxSettings settings;
    private final boolean contents;

    /** @param contents whether to read small rows completely, because the claim does not read them again */
    PostgresGroupPrefixReader(PostgresOutboxSql statements, OutboxSettings settings, boolean contents) {
        this.statements = statements;
        this.settings = settings;
        this.contents = contents;
    }

    GroupPrefixes read(Connection connection, ClaimQuery query) throws SQLException {
        NavigableMap<Integer, List<Row>> windows = windows(connection, query);
        int count = windows.values().stream().mapToInt(List::size).sum();
        List<String> unread = List.of();
        if (count >= rows(query)) {
            int last = windows.lastKey();
            windows.remove(last);
            unread = query.groups().subList(last - 1, query.groups().size());
        }
        Map<String, List<CandidateRow>> ties = ties(connection, query, tied(query, windows));
        List<GroupPrefix> prefixes = new ArrayList<>();
        windows.forEach((number, window) -> {
            GroupPrefix prefix = run(query, query.groups().get(number - 1), window, ties);
            if (!prefix.rows().isEmpty()) {
                prefixes.add(prefix);
            }
        });
        return new GroupPrefixes(prefixes, unread);
    }

    private static List<String> tied(ClaimQuery query, Map<Integer, List<Row>> windows) {
        List<String> groups = new ArrayList<>();
        windows.forEach((number, window) -> {
            if (window.size() > query.perGroup() && beforeLastMoment(window).isEmpty()) {
                groups.add(query.groups().get(number - 1));
            }
        });
        return groups;
    }

    /** More rows with the last timestamp of a full window may follow it, so these rows wait, unless all rows share it. */
    private GroupPrefix run(ClaimQuery query, String group, List<Row> window, Map<String, List<CandidateRow>> ties) {
        boolean full = window.size() > query.perGroup();
        List<CandidateRow> tie = ties.get(group);
        if (tie != null) {
            int first = Math.min(query.perGroup(), tie.size());
            List<CandidateRow> ahead = tie.subList(first, tie.size());
            return new GroupPrefix(
                    group, query.untilInFlight(settings.ordering(), tie.subList(0, first)), true, ahead, false);
        }
        List<Row> usable = full ? beforeLastMoment(window) : window;
        return new GroupPrefix(
                group,
                query.untilInFlight(
                        settings.ordering(), usable.stream().map(Row::row).toList()),
                full,
                List.of(),
                false);
    }

    private static List<Row> beforeLastMoment(List<Row> window) {
        String last = String.valueOf(window.getLast().at());
        return window.stream().takeWhile(row -> !last.equals(row.at())).toList();
    }

    /** Enough rows for full windows that satisfy the query, plus one window, because the last one may be cut. */
    private static int rows(ClaimQuery query) {
        return query.messages() + Math.ceilDiv(query.messages(), query.perGroup()) + query.perGroup() + 1;
    }

    private NavigableMap<Integer, List<Row>> windows(Connection connection, ClaimQuery query) throws SQLException {
        Map<String, Integer> limits = Map.of(
                "per_group",
                rounded(query.perGroup()),
                "rows",
                rounded(rows(query)),
                "along",
                Math.toIntExact(Math.min(MOST_ALONG, settings.maxPayloadBytes())));
        Sql sql = statements.get(PostgresOutboxTemplates.READ, limits, parts());
        NavigableMap<Integer, List<Row>> windows = new TreeMap<>();
        return sql.query(connection, values(query, query.groups()), rows -> {
            TimestampColumn created = contents ? TimestampColumn.of(rows, CREATED) : null;
            while (rows.next()) {
                CandidateRow candidate = created == null ? found(rows) : wholly(rows, created);
                windows.computeIfAbsent(rows.getInt(GROUP), _ -> new ArrayList<>())
                        .add(new Row(candidate, rows.getString(AT)));
            }
            return windows;
        });
    }

    private Map<String, List<CandidateRow>> ties(Connection connection, ClaimQuery query, List<String> groups)
            throws SQLException {
        if (groups.isEmpty()) {
            return Map.of();
        }
        // Reads far ahead if there are few groups: the larger a tie, the more it costs to read again
        int ahead = query.farAhead() ? FAR_AHEAD : Math.max(AHEAD, rounded(query.perGroup()));
        Sql sql = statements.get(
                PostgresOutboxTemplates.TIES,
                Map.of("ahead", ahead),
                passesInFlight() ? Set.of(TiesPart.PASS_IN_FLIGHT) : Set.of());
        Map<String, List<CandidateRow>> ties = new HashMap<>();
        groups.forEach(group -> ties.put(group, new ArrayList<>()));
        sql.each(
                connection,
                values(query, groups),
                row -> ties.computeIfAbsent(groups.get(row.getInt(GROUP) - 1), _ -> new ArrayList<>())
                        .add(found(row)));
        return ties;
    }

    private static CandidateRow found(ResultSet rows) throws SQLException {
        OversizedColumn oversized = LimitedColumn.parse(rows.getString(FINDING));
        return oversized == null
                ? new CandidateRow(rows.getString(ID), rows.getLong(SIZE))
                : CandidateRow.oversized(new OversizedRow(null, rows.getString(PLACE), oversized));
    }

    private CandidateRow wholly(ResultSet rows, TimestampColumn created) throws SQLException {
        byte[] payload = rows.getBytes(PAYLOAD);
        String id = rows.getString(ID);
        if (payload == null || id == null) {
            return found(rows);
        }
        String type = rows.getString(TYPE);
        var content = new ClaimedRows.ClaimedRow(
                id,
                rows.getString(GROUP_TEXT),
                type == null ? "" : type,
                ClaimedRows.payload(payload, payload.length, rows.getString(OVERSIZED)),
                rows.getInt(ATTEMPTS),
                created.in(rows),
                statements.headers().read(rows, HEADERS));
        return new CandidateRow(id, rows.getLong(SIZE), content);
    }

    private Map<String, @Nullable Object> values(ClaimQuery query, List<String> groups) {
        Map<String, @Nullable Object> values = new HashMap<>();
        values.put("groups", groups.toArray(String[]::new));
        values.put("in_flight", query.inFlight().toArray(String[]::new));
        values.put("per_group", query.perGroup());
        values.put("rows", rows(query));
        values.put("max_payload", settings.maxPayloadBytes());
        return values;
    }

    private Set<ReadPart> parts() {
        return PartSelection.of(ReadPart.class)
                .with(ReadPart.CONTENTS, contents)
                .with(ReadPart.IN_ORDER, settings.ordering() != Ordering.NONE)
                .with(ReadPart.PASS_IN_FLIGHT, passesInFlight())
                .with(ReadPart.HOLD_EXHAUSTED, settings.holdExhausted())
                .parts();
    }

    /** An in-flight message ends the group prefix only if a failed message blocks its group. */
    private boolean passesInFlight() {
        return settings.ordering() != Ordering.BLOCK;
    }

    // Rounds to a few sizes, so that a few prepared statements serve all requests
    private static int rounded(int limit) {
        int highest = Integer.highestOneBit(limit);
        return highest == limit ? limit : highest << 1;
    }
}
