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
    private final OutboxContext outboxContext;
    private final CollationHiddenGroups hiddenGroups;
    private final GroupWindowReader groupWindowReader;

    MySqlGroupPrefixReader(
            MySqlOutboxTable table,
            OutboxContext outboxContext,
            CollationHiddenGroups collationHiddenGroups,
            KnownRowPositions knownRowPositions) {
        this.table = table;
        this.outboxContext = outboxContext;
        this.hiddenGroups = collationHiddenGroups;
        this.groupWindowReader = new GroupWindowReader(table, outboxContext, collationHiddenGroups, knownRowPositions);
    }

    GroupPrefixes read(OutboxStatementRunner on, ClaimQuery claimQuery) throws SQLException {
        List<GroupPrefix> groupPrefixes = new ArrayList<>();
        List<String> unread = new ArrayList<>();
        int rows = 0;
        int next = 0;
        while (next < claimQuery.groups().size() && rows < claimQuery.messages()) {
            int end = Math.min(claimQuery.groups().size(), next + LOOKED_AT);
            List<String> free = free(on, claimQuery.groups().subList(next, end));
            next = end;
            while (!free.isEmpty() && rows < claimQuery.messages()) {
                GroupWindowReader.WindowResult windowResult =
                        groupWindowReader.read(on, claimQuery, free, claimQuery.messages() - rows);
                groupPrefixes.addAll(windowResult.prefixes());
                for (String stray : windowResult.hidden()) {
                    exact(on, claimQuery, stray).ifPresent(groupPrefixes::add);
                }
                rows = groupPrefixes.stream()
                        .mapToInt(groupPrefix -> groupPrefix.rows().size())
                        .sum();
                free = windowResult.unread();
            }
            unread.addAll(free);
        }
        unread.addAll(claimQuery.groups().subList(next, claimQuery.groups().size()));
        return new GroupPrefixes(groupPrefixes, unread);
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
        return waitsForHeld() || outboxContext.settings().holdExhausted();
    }

    private boolean waitsForHeld() {
        return outboxContext.inOrder() && table.layout().marks();
    }

    /** The list indexes of those groups that have a row in a state that holds them up. */
    Set<Integer> blocked(OutboxStatementRunner on, List<String> groups) throws SQLException {
        Set<BlockedPart> parts = PartSelection.of(BlockedPart.class)
                .with(BlockedPart.IN_ORDER, waitsForHeld())
                .with(BlockedPart.HOLD_EXHAUSTED, outboxContext.settings().holdExhausted())
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

    private Optional<GroupPrefix> exact(OutboxStatementRunner on, ClaimQuery claimQuery, String group)
            throws SQLException {
        int ahead = claimQuery.farAhead() ? FAR_AHEAD : AHEAD;
        boolean passHeld = outboxContext.settings().ordering() != Ordering.BLOCK
                && !claimQuery.inFlight().isEmpty();
        Map<String, Object> values = new HashMap<>();
        values.put("grp", table.groups().bound(group));
        values.put("held", table.ids(claimQuery.inFlight()));
        values.put("max_payload", outboxContext.settings().maxPayloadBytes());
        List<CandidateRow> candidateRow = on.rows(
                new Template<>(
                        MySqlOutboxTemplates.READ_EXACT,
                        Map.of("rows", claimQuery.perGroup() + ahead),
                        passHeld ? Set.of(ReadExactPart.PASS_HELD) : Set.of()),
                values,
                rows -> new CandidateRow(rows.getString("id"), rows.getLong("size")));
        if (candidateRow.isEmpty()) {
            hiddenGroups.forget(List.of(group));
            return Optional.empty();
        }
        int first = Math.min(claimQuery.perGroup(), candidateRow.size());
        List<CandidateRow> usable =
                claimQuery.untilInFlight(outboxContext.settings().ordering(), candidateRow.subList(0, first));
        List<CandidateRow> behind = candidateRow.subList(first, candidateRow.size());
        return usable.isEmpty()
                ? Optional.empty()
                : Optional.of(new GroupPrefix(group, usable, !behind.isEmpty(), behind, false));
    }
}
