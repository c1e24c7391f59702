package dev.signalbox.mysql.outbox;

import dev.signalbox.jdbc.PartSelection;
import dev.signalbox.jdbc.outbox.CandidateRow;
import dev.signalbox.jdbc.outbox.ClaimQuery;
import dev.signalbox.jdbc.outbox.GroupPrefix;
import dev.signalbox.jdbc.outbox.OutboxContext;
import dev.signalbox.jdbc.outbox.OutboxStatements.GroupPrefixes;
import dev.signalbox.mysql.outbox.MySqlOutboxTemplates.BlockedPart;
import dev.signalbox.mysql.outbox.MySqlOutboxTemplates.ReadExactPart;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/** Reads the first rows of groups, in delivery order. Locks nothing. */
final class MySqlGroupPrefixReader {
    private static final int LOOKED_AT = 256;
    private static final int AHEAD = 256;
    private static final int FAR_AHEAD = 8_192;

    private final OutboxContext context;
    private final boolean waitsForMarked;
    private final CollationHiddenGroups hiddenGroups;
    private final GroupWindowReader windows;

    MySqlGroupPrefixReader(
            MySqlOutboxTable table,
            OutboxContext context,
            CollationHiddenGroups hiddenGroups,
            KnownRowPositions rowPositions) {
        this.context = context;
        this.waitsForMarked = context.inOrder() && table.layout().marks();
        this.hiddenGroups = hiddenGroups;
        this.windows = new GroupWindowReader(hiddenGroups, rowPositions);
    }

    GroupPrefixes read(OutboxSession on, ClaimQuery query) throws SQLException {
        List<GroupPrefix> prefixes = new ArrayList<>();
        List<String> unread = new ArrayList<>();
        int rows = 0;
        int next = 0;
        while (next < query.groups().size() && rows < query.messages()) {
            int end = Math.min(query.groups().size(), next + LOOKED_AT);
            List<String> free = free(on, query.groups().subList(next, end));
            next = end;
            while (!free.isEmpty() && rows < query.messages()) {
                GroupWindowReader.WindowResult read = windows.read(on, query, free, query.messages() - rows);
                prefixes.addAll(read.prefixes());
                for (String stray : read.hidden()) {
                    exact(on, query, stray).ifPresent(prefixes::add);
                }
                rows = prefixes.stream()
                        .mapToInt(prefix -> prefix.rows().size())
                        .sum();
                free = read.unread();
            }
            unread.addAll(free);
        }
        unread.addAll(query.groups().subList(next, query.groups().size()));
        return new GroupPrefixes(prefixes, unread);
    }

    private List<String> free(OutboxSession on, List<String> groups) throws SQLException {
        if (!looksForBlocked()) {
            return groups;
        }
        Set<Integer> blocked = blocked(on, groups);
        return IntStream.range(0, groups.size())
                .filter(i -> !blocked.contains(i))
                .mapToObj(groups::get)
                .toList();
    }

    /** Whether a row can hold up its group at all. */
    boolean looksForBlocked() {
        return waitsForMarked || context.settings().holdExhausted();
    }

    /** The list indexes of those groups that have a row in a state that holds them up. */
    Set<Integer> blocked(OutboxSession on, List<String> groups) throws SQLException {
        Set<BlockedPart> parts = PartSelection.of(BlockedPart.class)
                .with(BlockedPart.IN_ORDER, waitsForMarked)
                .with(BlockedPart.HOLD_EXHAUSTED, context.settings().holdExhausted())
                .parts();
        Set<Integer> blocked = new HashSet<>();
        GroupParameters parameters = on.table().groups();
        Map<String, Object> values = Map.of("groups", parameters.json(groups), "names", parameters.bound(groups));
        // The number, or the group's name if the statement returns only that
        on.sql()
                .get(MySqlOutboxTemplates.BLOCKED, parts)
                .each(
                        on.connection(),
                        values,
                        row -> blocked.add(
                                row.getInt("n") > 0 ? row.getInt("n") - 1 : groups.indexOf(row.getString("grp"))));
        return blocked;
    }

    private Optional<GroupPrefix> exact(OutboxSession on, ClaimQuery query, String group) throws SQLException {
        int ahead = query.farAhead() ? FAR_AHEAD : AHEAD;
        Map<String, Object> values = Map.of(
                "grp", on.table().groups().bound(group),
                "in_flight", on.table().ids(query.inFlight()),
                "max_payload", context.settings().maxPayloadBytes());
        List<CandidateRow> candidates = on.sql()
                .get(
                        MySqlOutboxTemplates.READ_EXACT,
                        Map.of("rows", query.perGroup() + ahead),
                        GroupWindowReader.passesInFlight(on, query) ? Set.of(ReadExactPart.PASS_IN_FLIGHT) : Set.of())
                .list(on.connection(), values, row -> GroupWindowReader.candidate(group, row));
        if (candidates.isEmpty()) {
            hiddenGroups.forget(List.of(group));
            return Optional.empty();
        }
        int first = Math.min(query.perGroup(), candidates.size());
        List<CandidateRow> usable = query.untilInFlight(context.settings().ordering(), candidates.subList(0, first));
        List<CandidateRow> behind = candidates.subList(first, candidates.size());
        return usable.isEmpty()
                ? Optional.empty()
                : Optional.of(new GroupPrefix(group, usable, !behind.isEmpty(), behind, false));
    }
}
