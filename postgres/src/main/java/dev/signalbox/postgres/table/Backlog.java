package dev.signalbox.postgres.table;

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
 * What the reader has passed and nobody has been given, each group in its order. Memory is bounded in three steps: the
 * content of some rows, the places of more, and of a group with too many only from where it must be read again. The first
 * row of a group is never forgotten: what waits for long must not keep the others from being handed out.
 */
final class Backlog {
    /**
     * How much is remembered.
     *
     * @param rows with their content
     * @param bytes of their payloads
     * @param places in all, beside the first of each group
     * @param placesOfOne of one group
     * @param lanes how many groups there are when nothing more is read ahead
     */
    record Limits(int rows, long bytes, int places, int placesOfOne, int lanes) {
        static final Limits DEFAULTS = new Limits(20_000, 64L << 20, 100_000, 10_000, 50_000);
    }

    private final Ordering ordering;
    private final Limits limits;
    private final Map<String, Lane> lanes = new HashMap<>();
    private final Map<RowKey, Lane> singles = new HashMap<>();

    /** Those of which something can be handed out, in the order of their turns. */
    private final LinkedHashSet<Lane> turns = new LinkedHashSet<>();

    private final LinkedHashSet<Lane> blocked = new LinkedHashSet<>();
    private final LongestLane longest = new LongestLane();
    private int places;
    private int rows;
    private long bytes;

    Backlog(Ordering ordering, Limits limits) {
        this.ordering = ordering;
        this.limits = limits;
    }

    boolean isEmpty() {
        return lanes.isEmpty() && singles.isEmpty();
    }

    boolean hasRoom() {
        return lanes.size() < limits.lanes() && singles.size() < limits.places();
    }

    /** Remembers a row that has come back, unless another message was read in its place. */
    void giveBack(Row row) {
        if (!laneOf(row).waiting.containsKey(row.key().position())) {
            add(row);
        }
    }

    /** Remembers a row, unless it is known. */
    void add(Row row) {
        Lane lane = laneOf(row);
        Row known = lane.waiting.get(row.key().position());
        if (known != null && !known.id().equals(row.id())) {
            lane.waiting.remove(row.key().position());
            count(known, -1);
        }
        boolean behind = row.key().position() > lane.rememberedUpTo;
        if (!behind && lane.waiting.putIfAbsent(row.key().position(), row) == null) {
            count(row, 1);
            longest.update(lane);
            forgetContentBeyond(lane, row);
            forgetPlacesBeyond(lane);
        }
        queue(lane);
    }

    private void forgetContentBeyond(Lane lane, Row row) {
        if (row.content() != null && (rows > limits.rows() || bytes > limits.bytes())) {
            Row place = row.withoutContent();
            count(row, -1);
            count(place, 1);
            lane.waiting.put(row.key().position(), place);
        }
    }

    private void forgetPlacesBeyond(Lane lane) {
        if (lane.waiting.size() > limits.placesOfOne()) {
            forgetLastOf(lane);
        } else if (places > limits.places()) {
            Lane other = longest.find();
            if (other != null) {
                forgetLastOf(other);
            }
        }
    }

    private void forgetLastOf(Lane lane) {
        Row last = lane.waiting.pollLastEntry().getValue();
        count(last, -1);
        lane.rememberedUpTo = last.key().position() - 1;
        longest.update(lane);
    }

    private Lane laneOf(Row row) {
        int shard = row.key().shard();
        return row.group() == null
                ? singles.computeIfAbsent(row.key(), key -> new Lane(null, shard))
                : laneOf(row.group(), shard);
    }

    private Lane laneOf(String group, int shard) {
        return lanes.computeIfAbsent(group, it -> new Lane(it, shard));
    }

    private void count(Row row, int change) {
        places += change;
        if (row.content() != null) {
            rows += change;
            bytes += change * row.cost();
        }
    }

    /** Puts a lane in line, or takes it out, as its state wants it. */
    private void queue(Lane lane) {
        boolean free = lane.held == 0 || ordering == Ordering.NONE;
        if (free && lane.hasMore() && !lane.blocked) {
            turns.add(lane);
        } else {
            turns.remove(lane);
        }
        if (lane.group != null && lane.isDone()) {
            lanes.remove(lane.group);
        }
    }

    /** Whether there is enough for a request without reading more, counting only what would be taken. */
    boolean canFill(ClaimRequest request, Predicate<String> isIdHeld) {
        int rowsLeft = request.messages();
        for (Lane lane : turns) {
            boolean waits = lane.group != null && request.heldGroups().contains(lane.group);
            rowsLeft -= waits ? 0 : countTakable(lane, request, isIdHeld, rowsLeft);
            if (rowsLeft <= 0) {
                return true;
            }
        }
        return false;
    }

    private int countTakable(Lane lane, ClaimRequest request, Predicate<String> isIdHeld, int most) {
        int enough = Math.min(most, request.perGroup());
        int count = 0;
        for (Row row : lane.waiting.values()) {
            boolean idHeld = isIdHeld.test(row.id());
            if (count == enough || (idHeld && holdsUp(lane))) {
                break;
            }
            count += idHeld || request.heldMessages().contains(row.id()) ? 0 : 1;
        }
        return count;
    }

    /** Whether a row that cannot go keeps those behind it from going. */
    private boolean holdsUp(Lane lane) {
        return ordering != Ordering.NONE && lane.group != null;
    }

    /** Takes what can be handed out, each lane in turn. */
    void choose(Choice choice, Predicate<String> isIdHeld) {
        List<Lane> touched = new ArrayList<>();
        for (Lane lane : turns) {
            if (choice.isFull()) {
                break;
            }
            boolean waits = lane.group != null && choice.request.heldGroups().contains(lane.group);
            if (!waits && takeFrom(lane, choice, isIdHeld)) {
                touched.add(lane);
            }
        }
        // Those that may go on at once do so at the end of the line
        touched.forEach(turns::remove);
        touched.forEach(this::queue);
    }

    private boolean takeFrom(Lane lane, Choice choice, Predicate<String> isIdHeld) {
        int run = choice.takenOf(lane);
        boolean any = false;
        Iterator<Row> rowsInOrder = lane.waiting.values().iterator();
        while (rowsInOrder.hasNext()) {
            Row row = rowsInOrder.next();
            if (run == choice.request.perGroup()) {
                break;
            }
            if (isIdHeld.test(row.id()) && holdsUp(lane)) {
                break;
            }
            if (isIdHeld.test(row.id()) || choice.request.heldMessages().contains(row.id())) {
                continue;
            }
            if (!choice.fits(row)) {
                break;
            }
            rowsInOrder.remove();
            count(row, -1);
            choice.take(lane, row);
            lane.held++;
            run++;
            any = true;
        }
        longest.update(lane);
        if (lane.group == null && any) {
            singles.remove(choice.last().key());
        } else if (lane.group != null && run > 0 && lane.hasMore()) {
            if (run == choice.request.perGroup() || lane.waiting.isEmpty()) {
                choice.moreOf.add(lane.group);
            }
        }
        return any;
    }

    /** A row that was handed out is not any more. */
    void letGo(Row row) {
        if (row.group() != null) {
            Lane lane = laneOf(row.group(), row.key().shard());
            lane.held = Math.max(0, lane.held - 1);
            queue(lane);
        }
    }

    /** The group has a failed row that holds it up. */
    void block(String group, int shard) {
        Lane lane = laneOf(group, shard);
        lane.blocked = true;
        blocked.add(lane);
        queue(lane);
    }

    void unblock(String group) {
        Lane lane = lanes.get(group);
        if (lane != null && lane.blocked) {
            lane.blocked = false;
            blocked.remove(lane);
            queue(lane);
        }
    }

    /** Some of the groups that are held up, others each time; those that nothing waits for are forgotten instead. */
    List<String> someBlocked(int most) {
        List<Lane> some = new ArrayList<>();
        for (Lane lane : List.copyOf(blocked)) {
            if (lane.held == 0 && !lane.hasMore()) {
                lane.blocked = false;
                blocked.remove(lane);
                queue(lane);
            } else if (some.size() < most) {
                some.add(lane);
            }
        }
        some.forEach(blocked::remove);
        blocked.addAll(some);
        return some.stream().map(lane -> String.valueOf(lane.group)).toList();
    }

    /** A group of which there is more only in the table, and that could go on with it. */
    @Nullable
    Lane toLookFor(Set<String> heldGroups) {
        for (Lane lane : turns) {
            if (lane.waiting.isEmpty() && lane.group != null && !heldGroups.contains(lane.group)) {
                return lane;
            }
        }
        return null;
    }

    /** Rows of that lane have been looked for up to there. */
    void lookedUpTo(Lane lane, long position) {
        lane.rememberedUpTo = position;
        queue(lane);
    }

    /** Forgets all of these shards but what is handed out, which is let go when it is settled. */
    void forget(Shards shards) {
        List<Lane> lost = new ArrayList<>(lanes.values());
        lost.addAll(singles.values());
        lost.removeIf(lane -> !shards.contains(lane.shard));
        for (Lane lane : lost) {
            lane.waiting.values().forEach(row -> count(row, -1));
            lane.waiting.clear();
            longest.update(lane);
            lane.rememberedUpTo = Long.MAX_VALUE;
            lane.blocked = false;
            blocked.remove(lane);
            queue(lane);
        }
        singles.values().removeAll(Set.copyOf(lost));
    }
}
