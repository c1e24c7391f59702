package dev.signalbox.platform.postgres.delivery;

import dev.signalbox.core.source.ClaimSource.DueRetries;
import dev.signalbox.core.source.ClaimSource.UngroupedMessage;
import dev.signalbox.core.source.OutletDemand.OutletRoom;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Rows of one stream that were read and not handed out, by group, and which of them may go now. */
final class StreamBuffer {
    /** So many rows of one group are kept; those behind them are read again when it is their turn. */
    static final int MOST_OF_GROUP = 200;

    private final Map<String, WaitingGroup> groups = new HashMap<>();
    private final Map<Long, WaitingGroup> singles = new HashMap<>();
    /** Groups whose first row may go, in order of their turns. */
    private final LinkedHashSet<WaitingGroup> turns = new LinkedHashSet<>();
    /** Groups whose first row has its time, by that time. */
    private final TreeMap<Long, LinkedHashSet<WaitingGroup>> later = new TreeMap<>();
    /** Held groups, with rows to be deferred. */
    private final LinkedHashSet<WaitingGroup> standing = new LinkedHashSet<>();
    /** Groups whose next rows are only in the table. */
    private final LinkedHashSet<WaitingGroup> toReadAgain = new LinkedHashSet<>();

    private StreamSettings settings = StreamSettings.MISSING;
    private int rows;

    boolean isEmpty() {
        return groups.isEmpty() && singles.isEmpty();
    }

    int rows() {
        return rows;
    }

    /** How many groups and single rows may go. */
    int ready() {
        return turns.size();
    }

    /** How many of those may go that the relay does not postpone, counted up to a number. */
    int ready(OutletRoom waiting, int most) {
        if (waiting.heldGroups().isEmpty() && waiting.heldMessages().isEmpty()) {
            return Math.min(turns.size(), most);
        }
        return Math.toIntExact(turns.stream()
                .filter(group -> !isPostponed(group, waiting))
                .limit(most)
                .count());
    }

    private boolean isPostponed(WaitingGroup group, OutletRoom waiting) {
        if (group.name != null && waiting.heldGroups().contains(group.name)) {
            return true;
        }
        Stream<QueueRow> inOrder = group.rows.values().stream();
        return (settings.holds() ? inOrder.limit(1) : inOrder).allMatch(row -> isLeftAlone(group, row, waiting));
    }

    /** The first row in memory or deliberately forgotten; {@link Long#MAX_VALUE} if there is none. */
    long first() {
        return Stream.concat(groups.values().stream(), singles.values().stream())
                .mapToLong(WaitingGroup::first)
                .min()
                .orElse(Long.MAX_VALUE);
    }

    /** How many rows {@link #shorten} would forget. */
    int behindWaiting(OutletRoom waiting) {
        return waiting(waiting).mapToInt(group -> group.rows.size() - 1).sum();
    }

    /** Forgets the rows behind those that wait, to read them again when it is their turn. */
    void shorten(OutletRoom waiting) {
        waiting(waiting).forEach(group -> {
            rows -= group.rows.size() - 1;
            group.rememberedUpTo = group.rows.firstKey();
            group.rows.tailMap(group.rememberedUpTo, false).clear();
        });
    }

    private Stream<WaitingGroup> waiting(OutletRoom waiting) {
        return Stream.concat(
                        later.values().stream().flatMap(Collection::stream),
                        turns.stream().filter(group -> isPostponed(group, waiting)))
                .filter(group -> group.rows.size() > 1);
    }

    boolean hasStanding() {
        return !standing.isEmpty();
    }

    @Nullable
    WaitingGroup toReadAgain() {
        return toReadAgain.isEmpty() ? null : toReadAgain.getFirst();
    }

    /** When the next group's time comes; {@link Long#MAX_VALUE} if none waits for a time. */
    long nextTime() {
        return later.isEmpty() ? Long.MAX_VALUE : later.firstKey();
    }

    /** What is known is arranged anew. Under another order, it is to be forgotten first. */
    void apply(StreamSettings changed, long now) {
        settings = changed;
        groups.values().forEach(group -> group.stands &= changed.holds());
        List.of(groups.values(), singles.values())
                .forEach(some -> List.copyOf(some).forEach(group -> place(group, now)));
    }

    boolean contains(QueueRow row) {
        WaitingGroup single = singles.get(row.position());
        WaitingGroup group = single != null || row.group() == null ? single : groups.get(row.group());
        QueueRow known = group == null ? null : group.rows.get(row.position());
        return known != null && known.key().equals(row.key());
    }

    void add(QueueRow row, long now) {
        WaitingGroup group = groupOf(row, now);
        if (row.position() > group.rememberedUpTo) {
            place(group, now);
            return;
        }
        if (group.rows.put(row.position(), row) == null) {
            rows++;
        }
        if (group.rows.size() > MOST_OF_GROUP && group.name != null) {
            group.rememberedUpTo = group.rows.pollLastEntry().getKey() - 1;
            rows--;
        }
        place(group, now);
    }

    private WaitingGroup groupOf(QueueRow row, long now) {
        boolean waitsAlone = !settings.holds() && row.dueAt() > now;
        if (row.group() == null || !settings.isOrdered() || waitsAlone) {
            return singles.computeIfAbsent(row.position(), _ -> new WaitingGroup(null));
        }
        return groups.computeIfAbsent(row.group(), WaitingGroup::new);
    }

    /** Puts a group where it belongs according to its state. One that has a turn keeps its place. */
    private void place(WaitingGroup group, long now) {
        boolean free = group.inFlight == 0 && !group.stands && !group.rows.isEmpty();
        long time = free ? group.rows.firstEntry().getValue().readyAt(settings.delayMillis()) : Long.MAX_VALUE;
        if (time <= now && turns.contains(group)) {
            return;
        }
        remove(group);
        if (time <= now) {
            turns.add(group);
        } else if (free) {
            group.knownUnder = time;
            later.computeIfAbsent(time, _ -> new LinkedHashSet<>()).add(group);
        } else if (group.stands && !group.rows.isEmpty()) {
            standing.add(group);
        } else if (group.mustReadAgain() && group.inFlight == 0) {
            toReadAgain.add(group);
        }
        if (group.isDone() && group.name != null) {
            groups.remove(group.name, group);
        }
    }

    private void remove(WaitingGroup group) {
        turns.remove(group);
        standing.remove(group);
        toReadAgain.remove(group);
        if (group.knownUnder < Long.MAX_VALUE) {
            later.computeIfPresent(group.knownUnder, (_, some) -> some.remove(group) && some.isEmpty() ? null : some);
            group.knownUnder = Long.MAX_VALUE;
        }
    }

    /** Those whose time has come get their turn. */
    void wake(long now) {
        while (!later.isEmpty() && later.firstKey() <= now) {
            for (WaitingGroup group : later.pollFirstEntry().getValue()) {
                group.knownUnder = Long.MAX_VALUE;
                turns.add(group);
            }
        }
    }

    /** Gives what is due for a retry the next turns: the relay's clock decides. */
    void due(DueRetries due) {
        List<WaitingGroup> first = new ArrayList<>();
        for (String name : due.groups()) {
            WaitingGroup group = groups.get(name);
            if (group != null && group.inFlight == 0 && !group.stands && !group.rows.isEmpty()) {
                first.add(group);
            }
        }
        Set<String> ids = due.ungrouped().stream().map(UngroupedMessage::id).collect(Collectors.toSet());
        Set<String> names = Set.copyOf(due.groups());
        if (!ids.isEmpty() || !names.isEmpty()) {
            singles.values().stream()
                    .filter(single -> single.rows.values().stream().anyMatch(row -> isDue(row, ids, names)))
                    .forEach(first::add);
        }
        for (WaitingGroup group : first.reversed()) {
            remove(group);
            turns.addFirst(group);
        }
    }

    private static boolean isDue(QueueRow row, Set<String> ids, Set<String> names) {
        return (row.group() != null && names.contains(row.group()))
                || ids.contains(row.key().id());
    }

    /** Takes rows of those whose turn it is, and returns how many. They keep their turn until {@link #chosen}. */
    int take(JobSelection selection, OutletRoom waiting, int most, long now) {
        int before = selection.rows.size();
        for (WaitingGroup group : List.copyOf(turns)) {
            int left = Math.min(selection.leftInAll(), most - (selection.rows.size() - before));
            if (left <= 0) {
                break;
            }
            boolean waits = group.name != null && waiting.heldGroups().contains(group.name);
            if (!waits) {
                takeFrom(group, selection, waiting, left, now);
            }
        }
        return selection.rows.size() - before;
    }

    private void takeFrom(WaitingGroup group, JobSelection selection, OutletRoom waiting, int left, long now) {
        int most = Math.min(selection.leftOf(group), left);
        int count = 0;
        Iterator<QueueRow> inOrder = group.rows.values().iterator();
        while (inOrder.hasNext() && count < most) {
            QueueRow row = inOrder.next();
            boolean isFirst = count == 0 && group.inFlight == 0;
            if (!isFirst && row.readyAt(settings.delayMillis()) > now) {
                break;
            }
            if (isLeftAlone(group, row, waiting)) {
                if (settings.holds() && group.name != null) {
                    break;
                }
                continue;
            }
            inOrder.remove();
            rows--;
            selection.take(group, row);
            count++;
            if (group.name == null) {
                singles.remove(row.position());
                turns.remove(group);
                handedOut(row);
            }
        }
        group.inFlight += group.name == null ? 0 : count;
    }

    /** The claim has chosen: groups with rows in it have had their turn. */
    void chosen(JobSelection selection, long now) {
        for (WaitingGroup group : List.copyOf(turns)) {
            if (group.inFlight > 0) {
                place(group, now);
                if (group.name != null && (!group.rows.isEmpty() || group.mustReadAgain())) {
                    selection.moreOf.add(group.name);
                }
            }
        }
    }

    private static boolean isLeftAlone(WaitingGroup group, QueueRow row, OutletRoom waiting) {
        boolean groupWaits = group.name == null
                && row.group() != null
                && !waiting.heldGroups().isEmpty()
                && waiting.heldGroups().contains(row.group());
        return groupWaits
                || (!waiting.heldMessages().isEmpty()
                        && waiting.heldMessages().contains(row.key().id()));
    }

    /** A row that is not here is in flight: its group waits. */
    void handedOut(QueueRow row) {
        if (row.group() != null && settings.isOrdered()) {
            groups.computeIfAbsent(row.group(), WaitingGroup::new).inFlight++;
        }
    }

    /** A row that was handed out has ended, or is back. */
    void letGo(QueueRow row, long now) {
        WaitingGroup group = row.group() == null ? null : groups.get(row.group());
        if (group != null) {
            group.inFlight = Math.max(0, group.inFlight - 1);
            place(group, now);
        }
    }

    /** The job that was the first of this group is given up: what is behind it is not handed out. */
    void hold(@Nullable String name, long now) {
        WaitingGroup group = name == null ? null : groups.get(name);
        if (group != null && settings.holds()) {
            group.stands = true;
            place(group, now);
        }
    }

    /** Rows to be deferred, at most so many. */
    List<QueueRow> standing(int most) {
        return standing.stream()
                .flatMap(group -> group.rows.values().stream())
                .limit(most)
                .toList();
    }

    /** The group may go on: what is known of it is to be read again, from the position that is returned. */
    long forgetGroup(String name) {
        WaitingGroup group = groups.get(name);
        if (group == null) {
            return Long.MAX_VALUE;
        }
        long first = group.first();
        rows -= group.rows.size();
        group.rows.clear();
        group.stands = false;
        group.rememberedUpTo = Long.MAX_VALUE;
        place(group, Long.MIN_VALUE);
        return first;
    }

    /**
     * Takes rows of a group that were read again.
     *
     * @param upTo all rows of the group up to here are among them; {@link Long#MAX_VALUE} if there are no others
     */
    void readAgain(String name, List<QueueRow> found, long upTo, long now) {
        WaitingGroup group = groups.get(name);
        if (group != null && group.mustReadAgain()) {
            group.rememberedUpTo = upTo;
            // Before it may be dropped because it is empty: it may stand.
            found.forEach(row -> add(row, now));
            place(group, now);
        }
    }

    /** Removes a row that is not in the queue any more. */
    void remove(QueueKey key, @Nullable String name, long now) {
        List<@Nullable WaitingGroup> candidates = new ArrayList<>();
        candidates.add(singles.get(key.position()));
        candidates.add(name == null ? null : groups.get(name));
        for (WaitingGroup group : candidates) {
            QueueRow row = group == null ? null : group.rows.get(key.position());
            if (group != null && row != null && row.key().equals(key)) {
                group.rows.remove(key.position());
                rows--;
                place(group, now);
                if (group.name == null) {
                    singles.remove(key.position());
                }
            }
        }
    }

    /** Removes a row whose group is not known. */
    void remove(QueueKey key, long now) {
        remove(key, null, now);
        for (WaitingGroup group : List.copyOf(groups.values())) {
            if (group.rows.containsKey(key.position())) {
                remove(key, group.name, now);
            }
        }
    }

    /** Forgets the rows from this position on, because a row before them turned up: all of them are read again. */
    void forgetFrom(long position, long now) {
        for (WaitingGroup group : List.copyOf(groups.values())) {
            forgetFrom(group, position, now);
        }
        for (WaitingGroup single : List.copyOf(singles.values())) {
            forgetFrom(single, position, now);
        }
        singles.values().removeIf(single -> single.rows.isEmpty());
    }

    private void forgetFrom(WaitingGroup group, long position, long now) {
        Map<Long, QueueRow> behind = group.rows.tailMap(position);
        rows -= behind.size();
        behind.clear();
        if (group.rememberedUpTo >= position - 1) {
            group.rememberedUpTo = Long.MAX_VALUE;
        }
        place(group, now);
    }
}
