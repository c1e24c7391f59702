package dev.signalbox.postgres.owntable;

import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.delivery.Ordering;
import dev.signalbox.core.source.ClaimSource.ClaimRequest;
import dev.signalbox.core.source.ClaimSource.DueRetries;
import dev.signalbox.core.source.ClaimSource.UngroupedMessage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
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
    private final BufferLimits limits;
    private final Map<String, BufferedGroup> groups = new HashMap<>();
    private final Map<RowKey, BufferedGroup> singles = new HashMap<>();

    /** Groups with rows that can be handed out, in order of their turns. */
    private final LinkedHashSet<BufferedGroup> turns = new LinkedHashSet<>();

    private final LinkedHashSet<BufferedGroup> blocked = new LinkedHashSet<>();

    /** Groups with more than one buffered row, by their number. */
    private final TreeMap<Integer, LinkedHashSet<BufferedGroup>> byLength = new TreeMap<>();

    private int positions;
    private int rows;
    private long bytes;

    ReadAheadBuffer(Ordering ordering, BufferLimits limits) {
        this.ordering = ordering;
        this.limits = limits;
    }

    boolean isEmpty() {
        return groups.isEmpty() && singles.isEmpty();
    }

    boolean hasRoom() {
        return groups.size() < limits.groups() && singles.size() < limits.positions();
    }

    /** Buffers a row that waits again, unless another message with its key was read. */
    void giveBack(OwnTableRow row) {
        if (!groupOf(row).waiting.containsKey(row.key().position())) {
            add(row);
        }
    }

    void add(OwnTableRow row) {
        BufferedGroup buffered = groupOf(row);
        OwnTableRow known = buffered.waiting.get(row.key().position());
        if (known != null && !known.id().equals(row.id())) {
            buffered.waiting.remove(row.key().position());
            count(known, -1);
        }
        boolean behind = row.key().position() > buffered.rememberedUpTo;
        if (!behind && buffered.waiting.putIfAbsent(row.key().position(), row) == null) {
            count(row, 1);
            updateLength(buffered);
            forgetContentBeyond(buffered, row);
            forgetPositionsBeyond(buffered);
        }
        queue(buffered);
    }

    private void forgetContentBeyond(BufferedGroup buffered, OwnTableRow row) {
        if (row.content() != null && (rows > limits.rows() || bytes > limits.bytes())) {
            OwnTableRow place = row.withoutContent();
            count(row, -1);
            count(place, 1);
            buffered.waiting.put(row.key().position(), place);
        }
    }

    private void forgetPositionsBeyond(BufferedGroup buffered) {
        if (buffered.waiting.size() > limits.positionsPerGroup()) {
            forgetLastOf(buffered);
        } else if (positions > limits.positions() && !byLength.isEmpty()) {
            forgetLastOf(byLength.lastEntry().getValue().getFirst());
        }
    }

    private void updateLength(BufferedGroup buffered) {
        int length = buffered.group == null || buffered.waiting.size() < 2 ? 0 : buffered.waiting.size();
        if (length == buffered.knownLength) {
            return;
        }
        byLength.computeIfPresent(buffered.knownLength, (_, groups) -> {
            groups.remove(buffered);
            return groups.isEmpty() ? null : groups;
        });
        if (length > 0) {
            byLength.computeIfAbsent(length, _ -> new LinkedHashSet<>()).add(buffered);
        }
        buffered.knownLength = length;
    }

    private void forgetLastOf(BufferedGroup buffered) {
        OwnTableRow last = buffered.waiting.pollLastEntry().getValue();
        count(last, -1);
        buffered.rememberedUpTo = last.key().position() - 1;
        updateLength(buffered);
    }

    private BufferedGroup groupOf(OwnTableRow row) {
        int shard = row.key().shard();
        return row.group() == null
                ? singles.computeIfAbsent(row.key(), key -> new BufferedGroup(null, shard))
                : groupOf(row.group(), shard);
    }

    private BufferedGroup groupOf(String group, int shard) {
        return groups.computeIfAbsent(group, it -> new BufferedGroup(it, shard));
    }

    private void count(OwnTableRow row, int change) {
        positions += change;
        if (row.content() != null) {
            rows += change;
            bytes += change * row.cost();
        }
    }

    /** Adds a group to the turns, or removes it, according to its state. */
    private void queue(BufferedGroup buffered) {
        boolean free = buffered.inFlight == 0 || ordering == Ordering.NONE;
        if (free && buffered.hasMore() && !buffered.blocked) {
            turns.add(buffered);
        } else {
            turns.remove(buffered);
        }
        if (buffered.group != null && buffered.isDone()) {
            groups.remove(buffered.group);
        }
    }

    /** Whether the buffer satisfies a request without a read, counting only rows that the request can take. */
    boolean canFill(ClaimRequest request, Predicate<String> isIdHeld) {
        int rowsLeft = request.messages();
        for (BufferedGroup buffered : turns) {
            boolean waits = buffered.group != null && request.heldGroups().contains(buffered.group);
            rowsLeft -= waits ? 0 : countTakable(buffered, request, isIdHeld, rowsLeft);
            if (rowsLeft <= 0) {
                return true;
            }
        }
        return false;
    }

    private int countTakable(BufferedGroup buffered, ClaimRequest request, Predicate<String> isIdHeld, int most) {
        int enough = Math.min(most, request.perGroup());
        int count = 0;
        for (OwnTableRow row : buffered.waiting.values()) {
            boolean idHeld = isIdHeld.test(row.id());
            if (count == enough || (idHeld && holdsUp(buffered))) {
                break;
            }
            count += idHeld || request.heldMessages().contains(row.id()) ? 0 : 1;
        }
        return count;
    }

    /** Whether a row that can't be handed out blocks later rows of the group. */
    private boolean holdsUp(BufferedGroup buffered) {
        return ordering != Ordering.NONE && buffered.group != null;
    }

    /** Gives what is due for a retry the next turns. */
    void due(DueRetries due) {
        List<BufferedGroup> first = new ArrayList<>();
        for (String group : due.groups()) {
            BufferedGroup buffered = groups.get(group);
            if (buffered != null) {
                first.add(buffered);
            }
        }
        if (!due.ungrouped().isEmpty()) {
            Set<String> ids = due.ungrouped().stream().map(UngroupedMessage::id).collect(Collectors.toSet());
            singles.values().stream()
                    .filter(single -> single.waiting.values().stream().anyMatch(row -> ids.contains(row.id())))
                    .forEach(first::add);
        }
        first.stream().filter(turns::contains).toList().reversed().forEach(turns::addFirst);
    }

    void choose(OwnTableClaimSelection selection, Predicate<String> isIdHeld) {
        List<BufferedGroup> touched = new ArrayList<>();
        for (BufferedGroup buffered : turns) {
            if (selection.isFull()) {
                break;
            }
            boolean waits =
                    buffered.group != null && selection.request.heldGroups().contains(buffered.group);
            if (!waits && takeFrom(buffered, selection, isIdHeld)) {
                touched.add(buffered);
            }
        }
        // Groups that may continue at once go to the end of the turns
        touched.forEach(turns::remove);
        touched.forEach(this::queue);
    }

    private boolean takeFrom(BufferedGroup buffered, OwnTableClaimSelection selection, Predicate<String> isIdHeld) {
        int run = selection.takenOf(buffered);
        boolean any = false;
        Iterator<OwnTableRow> rowsInOrder = buffered.waiting.values().iterator();
        while (rowsInOrder.hasNext()) {
            OwnTableRow row = rowsInOrder.next();
            boolean idHeld = isIdHeld.test(row.id());
            if (run == selection.request.perGroup() || (idHeld && holdsUp(buffered))) {
                break;
            }
            if (idHeld || selection.request.heldMessages().contains(row.id())) {
                continue;
            }
            if (!selection.fits(row)) {
                break;
            }
            rowsInOrder.remove();
            count(row, -1);
            selection.take(buffered, row);
            buffered.inFlight++;
            run++;
            any = true;
        }
        updateLength(buffered);
        if (buffered.group == null && any) {
            singles.remove(selection.last().key());
        } else if (buffered.group != null && run > 0 && buffered.hasMore()) {
            if (run == selection.request.perGroup() || buffered.waiting.isEmpty()) {
                selection.moreOf.add(buffered.group);
            }
        }
        return any;
    }

    void letGo(OwnTableRow row) {
        if (row.group() != null) {
            BufferedGroup buffered = groupOf(row.group(), row.key().shard());
            buffered.inFlight = Math.max(0, buffered.inFlight - 1);
            queue(buffered);
        }
    }

    void block(String group, int shard) {
        BufferedGroup buffered = groupOf(group, shard);
        buffered.blocked = true;
        blocked.add(buffered);
        queue(buffered);
    }

    void unblock(String group) {
        BufferedGroup buffered = groups.get(group);
        if (buffered != null && buffered.blocked) {
            buffered.blocked = false;
            blocked.remove(buffered);
            queue(buffered);
        }
    }

    /**
     * Reading restarts. A row for which a group is blocked may have been retried, and is read again only in its turn: when the group goes
     * on before that, what was buffered must not go first. So the rows of such groups are looked for in the table then.
     */
    void forgetBlocked() {
        for (BufferedGroup buffered : blocked) {
            buffered.waiting.values().forEach(row -> count(row, -1));
            buffered.waiting.clear();
            updateLength(buffered);
            buffered.rememberedUpTo = ShardReadPositions.BOTTOM;
        }
    }

    /** Returns some of the blocked groups, in rotation; drops those without waiting rows. */
    List<String> someBlocked(int most) {
        List<BufferedGroup> some = new ArrayList<>();
        for (BufferedGroup buffered : List.copyOf(blocked)) {
            if (buffered.inFlight == 0 && !buffered.hasMore()) {
                buffered.blocked = false;
                blocked.remove(buffered);
                queue(buffered);
            } else if (some.size() < most) {
                some.add(buffered);
            }
        }
        some.forEach(blocked::remove);
        blocked.addAll(some);
        return some.stream().map(buffered -> String.valueOf(buffered.group)).toList();
    }

    /** A group whose next rows are only in the table, and that may continue with them. */
    @Nullable
    BufferedGroup toLookFor(Set<String> heldGroups) {
        for (BufferedGroup buffered : turns) {
            if (buffered.waiting.isEmpty() && buffered.group != null && !heldGroups.contains(buffered.group)) {
                return buffered;
            }
        }
        return null;
    }

    void lookedUpTo(BufferedGroup buffered, long position) {
        buffered.rememberedUpTo = position;
        queue(buffered);
    }

    /** Drops everything of these shards except rows in flight, which end with their settlement. */
    void forget(Shards shards) {
        List<BufferedGroup> lost = new ArrayList<>(groups.values());
        lost.addAll(singles.values());
        lost.removeIf(buffered -> !shards.contains(buffered.shard));
        for (BufferedGroup buffered : lost) {
            buffered.waiting.values().forEach(row -> count(row, -1));
            buffered.waiting.clear();
            updateLength(buffered);
            buffered.rememberedUpTo = Long.MAX_VALUE;
            buffered.blocked = false;
            blocked.remove(buffered);
            queue(buffered);
        }
        singles.values().removeAll(Set.copyOf(lost));
    }
}
