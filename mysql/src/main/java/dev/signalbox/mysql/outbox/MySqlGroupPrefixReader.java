package dev.signalbox.mysql.outbox;

import dev.signalbox.core.delivery.Ordering;
import dev.signalbox.jdbc.PartSelection;
import dev.signalbox.jdbc.outbox.CandidateRow;
import dev.signalbox.jdbc.outbox.ClaimQuery;
import dev.signalbox.jdbc.outbox.GroupPrefix;
import dev.signalbox.jdbc.outbox.GroupPrefixes;
import dev.signalbox.jdbc.outbox.OutboxContext;
import dev.signalbox.mysql.outbox.MySqlOutboxTemplates.BlockedPart;
import dev.signalbox.mysql.outbox.MySqlOutboxTemplates.ReadExactPart;
import dev.signalbox.mysql.outbox.OutboxStatementRunner.Template;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
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

    private final MySqlOutboxTable table;
    private final OutboxContext context;
    private final CollationHiddenGroups hiddenGroups;
    private final GroupWindowReader windows;

    MySqlGroupPrefixReader(
            MySqlOutboxTable table,
            OutboxContext context,
            CollationHiddenGroups hiddenGroups,
            KnownRowPositions rowPositions) {
        this.table = table;
        this.context = context;
        this.hiddenGroups = hiddenGroups;
        this.windows = new GroupWindowReader(table, context, hiddenGroups, rowPositions);
    }

    GroupPrefixes read(OutboxStatementRunner on, ClaimQuery query) throws SQLException {
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

    private List<String> free(OutboxStatementRunner on, List<String> groups) throws SQLException {
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
        return waitsForHeld() || context.settings().holdExhausted();
    }

    private boolean waitsForHeld() {
        return context.inOrder() && table.layout().marks();
    }

    /** The list indexes of those groups that have a row in a state that holds them up. */
    Set<Integer> blocked(OutboxStatementRunner on, List<String> groups) throws SQLException {
        Set<BlockedPart> parts = PartSelection.of(BlockedPart.class)
                .with(BlockedPart.IN_ORDER, waitsForHeld())
                .with(BlockedPart.HOLD_EXHAUSTED, context.settings().holdExhausted())
                .parts();
        Set<Integer> blocked = new HashSet<>();
        on.rows(
                Template.of(MySqlOutboxTemplates.BLOCKED, parts),
                Map.of(
                        "groups", table.groups().json(groups),
                        "names", table.groups().bound(groups)),
                // The number, or the group's name if the statement returns only that
                rows -> blocked.add(
                        rows.getInt("n") > 0 ? rows.getInt("n") - 1 : groups.indexOf(rows.getString("grp"))));
        return blocked;
    }

    private Optional<GroupPrefix> exact(OutboxStatementRunner on, ClaimQuery query, String group) throws SQLException {
        int ahead = query.farAhead() ? FAR_AHEAD : AHEAD;
        boolean passHeld = context.settings().ordering() != Ordering.BLOCK
                && !query.inFlight().isEmpty();
        Map<String, Object> values = new HashMap<>();
        values.put("grp", table.groups().bound(group));
        values.put("held", table.ids(query.inFlight()));
        values.put("max_payload", context.settings().maxPayloadBytes());
        List<CandidateRow> candidate = on.rows(
                new Template<>(
                        MySqlOutboxTemplates.READ_EXACT,
                        Map.of("rows", query.perGroup() + ahead),
                        passHeld ? Set.of(ReadExactPart.PASS_HELD) : Set.of()),
                values,
                rows -> new CandidateRow(rows.getString("id"), rows.getLong("size")));
        if (candidate.isEmpty()) {
            hiddenGroups.forget(List.of(group));
            return Optional.empty();
        }
        int first = Math.min(query.perGroup(), candidate.size());
        List<CandidateRow> usable = query.untilInFlight(context.settings().ordering(), candidate.subList(0, first));
        List<CandidateRow> behind = candidate.subList(first, candidate.size());
        return usable.isEmpty()
                ? Optional.empty()
                : Optional.of(new GroupPrefix(group, usable, !behind.isEmpty(), behind, false));
    }
}
