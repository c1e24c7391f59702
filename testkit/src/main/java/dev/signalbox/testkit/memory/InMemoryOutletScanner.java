package dev.signalbox.testkit.memory;

import dev.signalbox.core.delivery.Ordering;
import dev.signalbox.core.source.ClaimMode;
import dev.signalbox.core.source.ClaimSource.ClaimRequest;
import dev.signalbox.core.source.ClaimSource.DueRetries;
import dev.signalbox.core.source.ClaimSource.UngroupedMessage;
import dev.signalbox.core.source.OutletDemand.OutletRoom;
import dev.signalbox.testkit.memory.InMemoryOutboxRow.Status;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Selects the rows of an {@link InMemoryOutbox} with several outlets: each outlet in turn, within its room. */
final class InMemoryOutletScanner {
    /** A claim gives an outlet this share of itself before the next one gets its turn. */
    private static final int TURNS_PER_CLAIM = 8;

    private final InMemoryDatabase database;
    private final InMemoryOutbox.Settings settings;
    private final Map<Long, Set<String>> outstanding;
    private long resumeAfter = Long.MIN_VALUE;

    /** @param outstanding the ids of claimed rows by the number of their claim */
    InMemoryOutletScanner(
            InMemoryDatabase database, InMemoryOutbox.Settings settings, Map<Long, Set<String>> outstanding) {
        this.database = database;
        this.settings = settings;
        this.outstanding = outstanding;
    }

    InMemoryOutboxScanner.Selection select(ClaimRequest request) {
        var selection = new InMemoryOutboxScanner.Selection(request);
        BlockedRows blocked = new BlockedRows();
        Map<Long, ArrayDeque<InMemoryOutboxRow>> candidates = new LinkedHashMap<>();
        NavigableMap<Long, List<InMemoryOutboxRow>> pending = database.pendingByOutlet();
        List<Long> inTurn = new ArrayList<>(pending.tailMap(resumeAfter, false).keySet());
        inTurn.addAll(pending.headMap(resumeAfter, true).keySet());
        for (long outlet : inTurn) {
            boolean poolClosed =
                    request.outlets().closedPools().contains(settings.poolOf().applyAsLong(outlet));
            int room = poolClosed ? 0 : request.outlets().roomOf(outlet);
            List<InMemoryOutboxRow> rows = pending.getOrDefault(outlet, List.of());
            if (room > 0 && request.shards().contains(rows.getFirst().shard())) {
                candidates.put(outlet, new OutletRows(selection, blocked, outlet).select(rows, room));
            }
        }
        takeInTurns(selection, candidates, Math.max(1, request.messages() / TURNS_PER_CLAIM));
        return selection;
    }

    private void takeInTurns(
            InMemoryOutboxScanner.Selection selection,
            Map<Long, ArrayDeque<InMemoryOutboxRow>> candidates,
            int perTurn) {
        boolean any = true;
        while (any) {
            any = false;
            for (Map.Entry<Long, ArrayDeque<InMemoryOutboxRow>> outlet : candidates.entrySet()) {
                for (int i = 0; i < perTurn && !outlet.getValue().isEmpty(); i++) {
                    if (!selection.take(outlet.getValue().remove())) {
                        return;
                    }
                    resumeAfter = outlet.getKey();
                    any = true;
                }
            }
        }
    }

    /** What cannot be claimed now, because it is claimed or failed. */
    private final class BlockedRows {
        private final Set<String> claimed = new HashSet<>();
        private final Set<String> groups = new HashSet<>();

        BlockedRows() {
            outstanding.values().forEach(claimed::addAll);
            for (InMemoryOutboxRow row : database.rows()) {
                boolean busy = row.status() == Status.PROCESSING || claimed.contains(row.id);
                boolean exhausted = settings.holdExhausted() && row.status() == Status.FAILED;
                boolean ordered = settings.orderingOf().apply(row.outlet) != Ordering.NONE;
                if (row.group != null && ((busy && ordered) || exhausted)) {
                    groups.add(key(row.outlet, row.group));
                }
            }
        }

        boolean blocks(InMemoryOutboxRow row) {
            return claimed.contains(row.id) || (row.group != null && groups.contains(key(row.outlet, row.group)));
        }

        private static String key(long outlet, String group) {
            return outlet + " " + group;
        }
    }

    /** The rows of one outlet that may be claimed, in their order. */
    private final class OutletRows {
        private final InMemoryOutboxScanner.Selection selection;
        private final BlockedRows blocked;
        private final OutletRoom waiting;
        private final boolean ordered;
        private final Map<String, Integer> runs = new HashMap<>();
        private final Set<String> ended = new HashSet<>();

        OutletRows(InMemoryOutboxScanner.Selection selection, BlockedRows blocked, long outlet) {
            this.selection = selection;
            this.blocked = blocked;
            this.waiting = selection.request.outlets().waitingIn(outlet);
            this.ordered = settings.orderingOf().apply(outlet) != Ordering.NONE;
        }

        ArrayDeque<InMemoryOutboxRow> select(List<InMemoryOutboxRow> rows, int room) {
            List<InMemoryOutboxRow> dueFirst = new ArrayList<>(rows);
            dueFirst.sort(Comparator.comparing(row -> !isDue(row, waiting.due())));
            ArrayDeque<InMemoryOutboxRow> selected = new ArrayDeque<>();
            for (InMemoryOutboxRow row : dueFirst) {
                if (selected.size() < room && isClaimable(row, row.group)) {
                    selected.add(row);
                }
            }
            return selected;
        }

        private boolean isClaimable(InMemoryOutboxRow row, @Nullable String group) {
            boolean waits = blocked.blocks(row)
                    || waiting.heldMessages().contains(row.id)
                    || (group != null && (waiting.heldGroups().contains(group) || ended.contains(group)));
            if (waits) {
                return false;
            }
            boolean locked = settings.claimMode() == ClaimMode.MARK && database.isLocked(row.id);
            if (group == null || locked) {
                if (group != null && ordered) {
                    ended.add(group);
                }
                return !locked;
            }
            if (runs.merge(group, 1, Integer::sum) > selection.request.perGroup()) {
                selection.moreOf.add(group);
                ended.add(group);
                return false;
            }
            return true;
        }

        private static boolean isDue(InMemoryOutboxRow row, DueRetries due) {
            return row.group == null
                    ? due.ungrouped().stream().map(UngroupedMessage::id).anyMatch(row.id::equals)
                    : due.groups().contains(row.group);
        }
    }
}
