package dev.signalbox.mysql.outbox;

import dev.signalbox.core.delivery.Ordering;
import dev.signalbox.core.message.OversizedColumn;
import dev.signalbox.jdbc.LimitedColumn;
import dev.signalbox.jdbc.PartSelection;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.SqlTemplate;
import dev.signalbox.jdbc.outbox.CandidateRow;
import dev.signalbox.jdbc.outbox.ClaimQuery;
import dev.signalbox.jdbc.outbox.ClaimedRows;
import dev.signalbox.jdbc.outbox.GroupPrefix;
import dev.signalbox.jdbc.outbox.OversizedRow;
import dev.signalbox.mysql.outbox.MySqlOutboxTemplates.WindowPart;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads the first rows of groups: one window per group if groups have many rows, or all rows of many groups in one
 * statement if they have few.
 */
final class GroupWindowReader {
    private static final int MOST_AT_ONCE = 64;
    private static final int FEW_ROWS = 3;
    /** Larger payloads are read only when the rows are claimed. */
    private static final int MOST_ALONG = 4_096;

    /**
     * The result of a read.
     *
     * @param hidden groups whose rows are behind rows of groups that the collation treats as equal
     * @param unread groups that were not read
     */
    record WindowResult(List<GroupPrefix> prefixes, List<String> hidden, List<String> unread) {}

    private record GroupRow(String group, CandidateRow row) {}

    private record Window(List<GroupRow> rows, boolean full) {}

    private final CollationHiddenGroups hiddenGroups;
    private final KnownRowPositions rowPositions;
    private double rowsPerGroup = FEW_ROWS + 1;

    GroupWindowReader(CollationHiddenGroups hiddenGroups, KnownRowPositions rowPositions) {
        this.hiddenGroups = hiddenGroups;
        this.rowPositions = rowPositions;
    }

    /** Unmarked rows are not read again when they are claimed, so small rows are read completely. */
    private Sql sql(OutboxSession on, SqlTemplate<WindowPart> template, Map<String, Integer> limits) {
        Set<WindowPart> parts = PartSelection.of(WindowPart.class)
                .with(WindowPart.PLACED, rowPositions.numbered())
                .with(WindowPart.CONTENTS, on.context().owns())
                .parts();
        Map<String, Integer> all = new HashMap<>(limits);
        if (on.context().owns()) {
            all.put("along", Math.toIntExact(Math.min(MOST_ALONG, on.settings().maxPayloadBytes())));
        }
        return on.sql().get(template, all, parts);
    }

    /** @param groups at least one */
    WindowResult read(OutboxSession on, ClaimQuery query, List<String> groups, int room) throws SQLException {
        return rowsPerGroup < FEW_ROWS ? allRows(on, query, groups, room) : eachFront(on, query, groups, room);
    }

    private WindowResult eachFront(OutboxSession on, ClaimQuery query, List<String> groups, int room)
            throws SQLException {
        int expected = Math.clamp(Math.round(rowsPerGroup), 1, query.perGroup());
        int count = Math.clamp(Math.ceilDiv(room, expected), 1, Math.min(MOST_AT_ONCE, groups.size()));
        List<String> chosen = groups.subList(0, count);
        Map<String, Window> windows = fronts(on, query, chosen, query.perGroup() + 1);
        List<GroupPrefix> groupPrefixes = new ArrayList<>();
        List<String> hidden = new ArrayList<>();
        for (String group : chosen) {
            Window window = windows.getOrDefault(group, new Window(List.of(), false));
            List<CandidateRow> own = own(group, window);
            if (hiddenGroups.has(group) || (own.isEmpty() && !window.rows().isEmpty())) {
                hiddenGroups.met(group);
                hidden.add(group);
            } else {
                add(on, groupPrefixes, query, group, unclaimed(on, query, own), window.full());
            }
        }
        learn(windows.values().stream().mapToInt(it -> it.rows().size()).sum(), count);
        return new WindowResult(groupPrefixes, hidden, groups.subList(count, groups.size()));
    }

    /** Reads a larger window if rows in flight, which are skipped, fill the whole window. */
    private Map<String, Window> fronts(OutboxSession on, ClaimQuery query, List<String> groups, int size)
            throws SQLException {
        Map<String, Window> windows = union(on, groups, size);
        boolean mayBeCrowded = passesInFlight(on, query)
                && size <= query.perGroup() + query.inFlight().size();
        List<String> crowded = windows.entrySet().stream()
                .filter(entry -> mayBeCrowded && entry.getValue().full())
                .filter(entry -> unclaimed(on, query, own(entry.getKey(), entry.getValue()))
                                .size()
                        <= query.perGroup())
                .map(Map.Entry::getKey)
                .toList();
        if (!crowded.isEmpty()) {
            windows.putAll(fronts(on, query, crowded, size * 4));
        }
        return windows;
    }

    private Map<String, Window> union(OutboxSession on, List<String> groups, int size) throws SQLException {
        List<String> parts = new ArrayList<>();
        List<String> parameters = new ArrayList<>();
        Map<String, Object> values = new HashMap<>();
        values.put("max_payload", on.settings().maxPayloadBytes());
        for (int i = 0; i < groups.size(); i++) {
            int number = i;
            Sql one = sql(on, MySqlOutboxTemplates.READ_WINDOW, Map.of("number", i, "window", size));
            parts.add(one.text());
            one.parameters().forEach(name -> parameters.add(name.equals("grp") ? name + number : name));
            values.put("grp" + i, on.table().groups().bound(groups.get(i)));
        }
        Map<Integer, List<GroupRow>> rows = new HashMap<>();
        new Sql(String.join("\nUNION ALL\n", parts), parameters)
                .each(
                        on.connection(),
                        values,
                        found -> rows.computeIfAbsent(found.getInt("n"), _ -> new ArrayList<>())
                                .add(row(on, found)));
        Map<String, Window> windows = new LinkedHashMap<>();
        rows.forEach((n, window) -> windows.put(groups.get(n), new Window(window, window.size() == size)));
        return windows;
    }

    private WindowResult allRows(OutboxSession on, ClaimQuery query, List<String> groups, int room)
            throws SQLException {
        int limit = 2 * room + query.perGroup() + 1;
        Map<String, Object> values = Map.of(
                "groups",
                on.table().groups().bound(groups),
                "max_payload",
                on.settings().maxPayloadBytes());
        List<GroupRow> groupRows = sql(on, MySqlOutboxTemplates.READ_SHORT, Map.of("rows", rounded(limit)))
                .list(on.connection(), values, row -> row(on, row));
        boolean cut = groupRows.size() == rounded(limit);
        Map<String, List<GroupRow>> byGroup = new LinkedHashMap<>();
        groupRows.forEach(groupRow -> byGroup.computeIfAbsent(groupRow.group(), _ -> new ArrayList<>())
                .add(groupRow));
        List<GroupPrefix> groupPrefixes = new ArrayList<>();
        List<String> unread = new ArrayList<>();
        for (String group : groups) {
            List<GroupRow> own = byGroup.remove(group);
            if (own != null) {
                boolean last = cut && groupRows.getLast().group().equals(group);
                List<CandidateRow> usable =
                        unclaimed(on, query, own.stream().map(GroupRow::row).toList());
                add(on, groupPrefixes, query, group, usable, last || usable.size() > query.perGroup());
            } else if (cut) {
                unread.add(group);
            }
        }
        byGroup.keySet().forEach(hiddenGroups::met);
        if (unread.size() == groups.size()) {
            return eachFront(on, query, groups, room);
        }
        learn(groupRows.size(), groups.size() - unread.size());
        return new WindowResult(groupPrefixes, List.of(), unread);
    }

    private static void add(
            OutboxSession on,
            List<GroupPrefix> groupPrefixes,
            ClaimQuery query,
            String group,
            List<CandidateRow> rows,
            boolean more) {
        List<CandidateRow> first = rows.subList(0, Math.min(query.perGroup(), rows.size()));
        List<CandidateRow> usable = query.untilInFlight(on.settings().ordering(), first);
        if (!usable.isEmpty()) {
            groupPrefixes.add(new GroupPrefix(group, usable, more || rows.size() > first.size(), List.of(), false));
        }
    }

    /** The rows of exactly this group; remembers the groups of the other rows. */
    private List<CandidateRow> own(String group, Window window) {
        List<CandidateRow> own = new ArrayList<>();
        for (GroupRow groupRow : window.rows()) {
            if (groupRow.group().equals(group)) {
                own.add(groupRow.row());
            } else {
                hiddenGroups.met(groupRow.group());
            }
        }
        return own;
    }

    static boolean passesInFlight(OutboxSession on, ClaimQuery query) {
        return on.settings().ordering() != Ordering.BLOCK && !query.inFlight().isEmpty();
    }

    private static List<CandidateRow> unclaimed(OutboxSession on, ClaimQuery query, List<CandidateRow> rows) {
        return passesInFlight(on, query)
                ? rows.stream()
                        .filter(row -> !query.inFlight().contains(row.id()))
                        .toList()
                : rows;
    }

    // Estimates from the last reads; an exact number would need a count
    private void learn(int rows, int groups) {
        if (groups > 0) {
            rowsPerGroup = (3 * rowsPerGroup + (double) rows / groups) / 4;
        }
    }

    /** A row without its content; one without an id if that is oversized. */
    static CandidateRow candidate(String group, ResultSet row) throws SQLException {
        OversizedColumn oversized = LimitedColumn.parse(row.getString("id_finding"));
        return oversized == null
                ? new CandidateRow(row.getString("id"), row.getLong("size"))
                : CandidateRow.oversized(new OversizedRow(group, row.getString("at"), oversized));
    }

    private GroupRow row(OutboxSession on, ResultSet row) throws SQLException {
        String id = row.getString("id");
        String group = row.getString("grp");
        if (id == null) {
            return new GroupRow(group, candidate(group, row));
        }
        rowPositions.met(id, row, "place");
        byte[] payload = on.context().owns() ? row.getBytes("payload") : null;
        ClaimedRows.ClaimedRow content = payload == null
                ? null
                : MySqlClaimTransaction.row(
                        row,
                        on.table().headers(),
                        ClaimedRows.payload(payload, payload.length, row.getString("oversized")));
        return new GroupRow(group, new CandidateRow(id, row.getLong("size"), content));
    }

    private static int rounded(int limit) {
        int highest = Integer.highestOneBit(limit);
        return highest == limit ? limit : highest << 1;
    }
}
