package dev.signalbox.testkit.memory;

import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.delivery.Ordering;
import dev.signalbox.core.source.ClaimMode;
import dev.signalbox.core.source.ClaimSource.ClaimRequest;
import dev.signalbox.core.source.ClaimSource.UngroupedMessage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Selects the rows of an {@link InMemoryOutbox} to claim next: each group in turn, and ungrouped rows. */
final class InMemoryOutboxScanner {
    private final InMemoryDatabase database;
    private final InMemoryOutbox.Settings settings;
    private final Map<Long, Set<String>> outstanding;
    private @Nullable String resumeAfter;
    private @Nullable String passedAfter;
    private boolean ungroupedFirst;
    private boolean visitsPassed = true;

    /** @param outstanding the ids of claimed rows by the number of their claim */
    InMemoryOutboxScanner(
            InMemoryDatabase database, InMemoryOutbox.Settings settings, Map<Long, Set<String>> outstanding) {
        this.database = database;
        this.settings = settings;
        this.outstanding = outstanding;
    }

    Selection select(ClaimRequest request) {
        Selection selection = new Selection(request);
        if (ungroupedFirst) {
            selectUngrouped(selection);
            selectGrouped(selection);
        } else {
            selectGrouped(selection);
            selectUngrouped(selection);
        }
        ungroupedFirst = !ungroupedFirst;
        return selection;
    }

    /** Rows chosen so far, within what was requested. */
    static final class Selection {
        final ClaimRequest request;
        final List<InMemoryOutboxRow> rows = new ArrayList<>();
        final Set<String> moreOf = new HashSet<>();
        long bytes;
        boolean cut;

        Selection(ClaimRequest request) {
            this.request = request;
        }

        boolean take(InMemoryOutboxRow row) {
            boolean tooMany = rows.size() >= request.messages();
            boolean tooLarge = !rows.isEmpty() && bytes + row.payload.size() > request.bytes();
            if (tooMany || tooLarge) {
                cut = true;
                return false;
            }
            rows.add(row);
            bytes += row.payload.size();
            return true;
        }
    }

    private void selectUngrouped(Selection selection) {
        List<InMemoryOutboxRow> rows = new ArrayList<>(database.pendingWithoutGroup());
        Set<String> due = selection.request.due().ungrouped().stream()
                .map(UngroupedMessage::id)
                .collect(Collectors.toSet());
        rows.sort(Comparator.comparing(row -> !due.contains(row.id)));
        for (InMemoryOutboxRow row : rows) {
            boolean skipped = isLocked(row)
                    || isHeld(row.id)
                    || selection.request.heldMessages().contains(row.id)
                    || !selection.request.shards().contains(row.shard());
            if (!skipped && !selection.take(row)) {
                return;
            }
        }
    }

    private void selectGrouped(Selection selection) {
        NavigableMap<String, List<InMemoryOutboxRow>> pending = database.pendingByGroup();
        Set<String> outOfTurn = new LinkedHashSet<>(selection.request.due().groups());
        outOfTurn.retainAll(pending.keySet());
        String passed = nextPassed(pending);
        if (passed != null) {
            outOfTurn.add(passed);
        }
        Set<String> groups = new LinkedHashSet<>(outOfTurn);
        if (resumeAfter != null) {
            groups.addAll(pending.tailMap(resumeAfter, false).keySet());
        }
        groups.addAll(pending.keySet());
        for (String group : groups) {
            if (isClaimable(group, selection.request)) {
                selectFrom(group, pending.getOrDefault(group, List.of()), selection);
            }
            if (selection.cut) {
                return;
            }
            if (!outOfTurn.contains(group)) {
                resumeAfter = group;
            }
        }
    }

    /** The next group that had its turn already; every second claim visits one. */
    private @Nullable String nextPassed(NavigableMap<String, List<InMemoryOutboxRow>> pending) {
        visitsPassed = !visitsPassed;
        if (resumeAfter == null || !visitsPassed) {
            return null;
        }
        NavigableMap<String, List<InMemoryOutboxRow>> passed = pending.headMap(resumeAfter, false);
        String next = passedAfter == null ? null : passed.higherKey(passedAfter);
        passedAfter = next != null || passed.isEmpty() ? next : passed.firstKey();
        return passedAfter;
    }

    private boolean isClaimable(String group, ClaimRequest request) {
        boolean busy = settings.ordering() != Ordering.NONE
                && (database.has(InMemoryOutboxRow.Status.PROCESSING, group) || isGroupHeld(group));
        boolean exhausted = settings.holdExhausted() && database.has(InMemoryOutboxRow.Status.FAILED, group);
        boolean ours = request.shards().contains(Shards.shardOf(group));
        return ours && !busy && !exhausted && !request.heldGroups().contains(group);
    }

    private void selectFrom(String group, List<InMemoryOutboxRow> pending, Selection selection) {
        int run = 0;
        for (InMemoryOutboxRow row : pending) {
            if (run == selection.request.perGroup()) {
                selection.moreOf.add(group);
                return;
            }
            if (selection.request.heldMessages().contains(row.id) || isHeld(row.id)) {
                continue;
            }
            if (isLocked(row)) {
                if (settings.ordering() == Ordering.NONE) {
                    continue;
                }
                return;
            }
            if (!selection.take(row)) {
                return;
            }
            run++;
        }
    }

    /** Reading takes no lock and waits for none. */
    boolean isLocked(InMemoryOutboxRow row) {
        return settings.claimMode() == ClaimMode.MARK && database.isLocked(row.id);
    }

    private boolean isHeld(String id) {
        return outstanding.values().stream().anyMatch(ids -> ids.contains(id));
    }

    private boolean isGroupHeld(String group) {
        return outstanding.values().stream()
                .flatMap(Set::stream)
                .map(database::row)
                .anyMatch(row -> row != null && group.equals(row.group));
    }
}
