package dev.signalbox.postgres.owntable;

import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.delivery.Ordering;
import dev.signalbox.core.source.ClaimRequest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Rows that were read and not handed out, in order for each group. Memory is bounded in three steps: the content of some
 * rows, the keys of more rows, and for a group with too many rows only the position from which to read again. The first
 * row of a group is always kept, so that groups which wait for long do not keep others from being handed out.
 */
final class ReadAheadBuffer {
    /**
     * The limits of the buffer.
     *
     * @param rows how many rows keep their content
     * @param bytes the size of their payloads
     * @param positions how many positions in all, besides the first of each group
     * @param positionsPerGroup how many positions of one group
     * @param groups the number of groups at which reading ahead stops
     */
    record BufferLimits(int rows, long bytes, int positions, int positionsPerGroup, int groups) {
        static final BufferLimits DEFAULTS = new BufferLimits(20_000, 64L << 20, 100_000, 10_000, 50_000);
    }

    private final Ordering ordering;
    private final BufferLimits bufferLimits;
    private final Map<String, BufferedGroup> groups = new HashMap<>();
    private final Map<RowKey, BufferedGroup> singles = new HashMap<>();

    /** Groups with rows that can be handed out, in order of their turns. */
    private final LinkedHashSet<BufferedGroup> turns = new LinkedHashSet<>();

    private final LinkedHashSet<BufferedGroup> blocked = new LinkedHashSet<>();
    private final LongestBufferedGroup longestGroup = new LongestBufferedGroup();
    private int positions;
    private int rows;
    private long bytes;

    ReadAheadBuffer(Ordering ordering, BufferLimits bufferLimits) {
        this.ordering = ordering;
        this.bufferLimits = bufferLimits;
    }

    boolean isEmpty() {
        return groups.isEmpty() && singles.isEmpty();
    }

    boolean hasRoom() {
        return groups.size() < bufferLimits.groups() && singles.size() < bufferLimits.positions();
    }

    /** Buffers a row that waits again, unless another message with its key was read. */
    void giveBack(OwnTableRow ownTableRow) {
        if (!groupOf(ownTableRow).waiting.containsKey(ownTableRow.key().position())) {
            add(ownTableRow);
        }
    }

    /** Buffers a row unless it is known. */
    void add(OwnTableRow ownTableRow) {
        BufferedGroup bufferedGroup = groupOf(ownTableRow);
        OwnTableRow known = bufferedGroup.waiting.get(ownTableRow.key().position());
        if (known != null && !known.id().equals(ownTableRow.id())) {
            bufferedGroup.waiting.remove(ownTableRow.key().position());
            count(known, -1);
        }
        boolean behind = ownTableRow.key().position() > bufferedGroup.rememberedUpTo;
        if (!behind && bufferedGroup.waiting.putIfAbsent(ownTableRow.key().position(), ownTableRow) == null) {
            count(ownTableRow, 1);
            longestGroup.update(bufferedGroup);
            forgetContentBeyond(bufferedGroup, ownTableRow);
            forgetPositionsBeyond(bufferedGroup);
        }
        queue(bufferedGroup);
    }

    private void forgetContentBeyond(BufferedGroup bufferedGroup, OwnTableRow ownTableRow) {
        if (ownTableRow.content() != null && (rows > bufferLimits.rows() || bytes > bufferLimits.bytes())) {
            OwnTableRow place = ownTableRow.withoutContent();
            count(ownTableRow, -1);
            count(place, 1);
            bufferedGroup.waiting.put(ownTableRow.key().position(), place);
        }
    }

    private void forgetPositionsBeyond(BufferedGroup bufferedGroup) {
        if (bufferedGroup.waiting.size() > bufferLimits.positionsPerGroup()) {
            forgetLastOf(bufferedGroup);
        } else if (positions > bufferLimits.positions()) {
            BufferedGroup other = longestGroup.find();
            if (other != null) {
                forgetLastOf(other);
            }
        }
    }

    private void forgetLastOf(BufferedGroup bufferedGroup) {
        OwnTableRow last = bufferedGroup.waiting.pollLastEntry().getValue();
        count(last, -1);
        bufferedGroup.rememberedUpTo = last.key().position() - 1;
        longestGroup.update(bufferedGroup);
    }

    private BufferedGroup groupOf(OwnTableRow ownTableRow) {
        int shard = ownTableRow.key().shard();
        return ownTableRow.group() == null
                ? singles.computeIfAbsent(ownTableRow.key(), key -> new BufferedGroup(null, shard))
                : groupOf(ownTableRow.group(), shard);
    }

    private BufferedGroup groupOf(String group, int shard) {
        return groups.computeIfAbsent(group, it -> new BufferedGroup(it, shard));
    }

    private void count(OwnTableRow ownTableRow, int change) {
        positions += change;
        if (ownTableRow.content() != null) {
            rows += change;
            bytes += change * ownTableRow.cost();
        }
    }

    /** Adds a group to the turns, or removes it, according to its state. */
    private void queue(BufferedGroup bufferedGroup) {
        boolean free = bufferedGroup.inFlight == 0 || ordering == Ordering.NONE;
        if (free && bufferedGroup.hasMore() && !bufferedGroup.blocked) {
            turns.add(bufferedGroup);
        } else {
            turns.remove(bufferedGroup);
        }
        if (bufferedGroup.group != null && bufferedGroup.isDone()) {
            groups.remove(bufferedGroup.group);
        }
    }

    /** Whether the buffer satisfies a request without a read, counting only rows that the request can take. */
    boolean canFill(ClaimRequest request, Predicate<String> isIdHeld) {
        int rowsLeft = request.messages();
        for (BufferedGroup bufferedGroup : turns) {
            boolean waits = bufferedGroup.group != null && request.heldGroups().contains(bufferedGroup.group);
            rowsLeft -= waits ? 0 : countTakable(bufferedGroup, request, isIdHeld, rowsLeft);
            if (rowsLeft <= 0) {
                return true;
            }
        }
        return false;
    }

    private int countTakable(BufferedGroup bufferedGroup, ClaimRequest request, Predicate<String> isIdHeld, int most) {
        int enough = Math.min(most, request.perGroup());
        int count = 0;
        for (OwnTableRow ownTableRow : bufferedGroup.waiting.values()) {
            boolean idHeld = isIdHeld.test(ownTableRow.id());
            if (count == enough || (idHeld && holdsUp(bufferedGroup))) {
                break;
            }
            count += idHeld || request.heldMessages().contains(ownTableRow.id()) ? 0 : 1;
        }
        return count;
    }

    /** Whether a row that can't be handed out blocks later rows of the group. */
    private boolean holdsUp(BufferedGroup bufferedGroup) {
        return ordering != Ordering.NONE && bufferedGroup.group != null;
    }

    /** Selects rows to hand out, each group in turn. */
    void choose(OwnTableClaimSelection ownTableClaimSelection, Predicate<String> isIdHeld) {
        List<BufferedGroup> touched = new ArrayList<>();
        for (BufferedGroup bufferedGroup : turns) {
            if (ownTableClaimSelection.isFull()) {
                break;
            }
            boolean waits = bufferedGroup.group != null
                    && ownTableClaimSelection.request.heldGroups().contains(bufferedGroup.group);
            if (!waits && takeFrom(bufferedGroup, ownTableClaimSelection, isIdHeld)) {
                touched.add(bufferedGroup);
            }
        }
        // Groups that may continue at once go to the end of the turns
        touched.forEach(turns::remove);
        touched.forEach(this::queue);
    }

    private boolean takeFrom(
            BufferedGroup bufferedGroup, OwnTableClaimSelection ownTableClaimSelection, Predicate<String> isIdHeld) {
        int run = ownTableClaimSelection.takenOf(bufferedGroup);
        boolean any = false;
        Iterator<OwnTableRow> rowsInOrder = bufferedGroup.waiting.values().iterator();
        while (rowsInOrder.hasNext()) {
            OwnTableRow ownTableRow = rowsInOrder.next();
            if (run == ownTableClaimSelection.request.perGroup()) {
                break;
            }
            if (isIdHeld.test(ownTableRow.id()) && holdsUp(bufferedGroup)) {
                break;
            }
            if (isIdHeld.test(ownTableRow.id())
                    || ownTableClaimSelection.request.heldMessages().contains(ownTableRow.id())) {
                continue;
            }
            if (!ownTableClaimSelection.fits(ownTableRow)) {
                break;
            }
            rowsInOrder.remove();
            count(ownTableRow, -1);
            ownTableClaimSelection.take(bufferedGroup, ownTableRow);
            bufferedGroup.inFlight++;
            run++;
            any = true;
        }
        longestGroup.update(bufferedGroup);
        if (bufferedGroup.group == null && any) {
            singles.remove(ownTableClaimSelection.last().key());
        } else if (bufferedGroup.group != null && run > 0 && bufferedGroup.hasMore()) {
            if (run == ownTableClaimSelection.request.perGroup() || bufferedGroup.waiting.isEmpty()) {
                ownTableClaimSelection.moreOf.add(bufferedGroup.group);
            }
        }
        return any;
    }

    /** Reports that a row is no longer in flight. */
    void letGo(OwnTableRow ownTableRow) {
        if (ownTableRow.group() != null) {
            BufferedGroup bufferedGroup =
                    groupOf(ownTableRow.group(), ownTableRow.key().shard());
            bufferedGroup.inFlight = Math.max(0, bufferedGroup.inFlight - 1);
            queue(bufferedGroup);
        }
    }

    /** Reports that a failed row blocks the group. */
    void block(String group, int shard) {
        BufferedGroup bufferedGroup = groupOf(group, shard);
        bufferedGroup.blocked = true;
        blocked.add(bufferedGroup);
        queue(bufferedGroup);
    }

    void unblock(String group) {
        BufferedGroup bufferedGroup = groups.get(group);
        if (bufferedGroup != null && bufferedGroup.blocked) {
            bufferedGroup.blocked = false;
            blocked.remove(bufferedGroup);
            queue(bufferedGroup);
        }
    }

    /** Returns some of the blocked groups, in rotation; drops those without waiting rows. */
    List<String> someBlocked(int most) {
        List<BufferedGroup> some = new ArrayList<>();
        for (BufferedGroup bufferedGroup : List.copyOf(blocked)) {
            if (bufferedGroup.inFlight == 0 && !bufferedGroup.hasMore()) {
                bufferedGroup.blocked = false;
                blocked.remove(bufferedGroup);
                queue(bufferedGroup);
            } else if (some.size() < most) {
                some.add(bufferedGroup);
            }
        }
        some.forEach(blocked::remove);
        blocked.addAll(some);
        return some.stream()
                .map(bufferedGroup -> String.valueOf(bufferedGroup.group))
                .toList();
    }

    /** A group whose next rows are only in the table, and that may continue with them. */
    @Nullable
    BufferedGroup toLookFor(Set<String> heldGroups) {
        for (BufferedGroup bufferedGroup : turns) {
            if (bufferedGroup.waiting.isEmpty()
                    && bufferedGroup.group != null
                    && !heldGroups.contains(bufferedGroup.group)) {
                return bufferedGroup;
            }
        }
        return null;
    }

    /** Reports how far rows of this group have been searched. */
    void lookedUpTo(BufferedGroup bufferedGroup, long position) {
        bufferedGroup.rememberedUpTo = position;
        queue(bufferedGroup);
    }

    /** Drops everything of these shards except rows in flight, which end with their settlement. */
    void forget(Shards shards) {
        List<BufferedGroup> lost = new ArrayList<>(groups.values());
        lost.addAll(singles.values());
        lost.removeIf(bufferedGroup -> !shards.contains(bufferedGroup.shard));
        for (BufferedGroup bufferedGroup : lost) {
            bufferedGroup.waiting.values().forEach(ownTableRow -> count(ownTableRow, -1));
            bufferedGroup.waiting.clear();
            longestGroup.update(bufferedGroup);
            bufferedGroup.rememberedUpTo = Long.MAX_VALUE;
            bufferedGroup.blocked = false;
            blocked.remove(bufferedGroup);
            queue(bufferedGroup);
        }
        singles.values().removeAll(Set.copyOf(lost));
    }
}
