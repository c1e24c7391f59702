package dev.signalbox.mongodb.outbox;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The messages that a claim is about to take, within what there is room for. */
final class MongoClaimSelection {
    private final int limit;
    private final List<MongoGroupPrefix> prefixes = new ArrayList<>();
    private final Set<String> groups = new HashSet<>();
    private int count;

    MongoClaimSelection(int most) {
        this.limit = most;
    }

    /**
     * Takes as much of a run as there is room for.
     *
     * @return whether anything of it was taken
     */
    boolean add(MongoGroupPrefix mongoGroupPrefix) {
        int taken = Math.min(limit - count, mongoGroupPrefix.rows().size());
        if (taken > 0) {
            prefixes.add(mongoGroupPrefix.first(taken));
            if (mongoGroupPrefix.group() != null) {
                groups.add(mongoGroupPrefix.group());
            }
            count += taken;
        }
        return taken > 0;
    }

    boolean has(String group) {
        return groups.contains(group);
    }

    boolean hasUngrouped() {
        return prefixes.stream().anyMatch(mongoGroupPrefix -> mongoGroupPrefix.group() == null);
    }

    int room() {
        return limit - count;
    }

    boolean isFull() {
        return count >= limit;
    }

    boolean isEmpty() {
        return count == 0;
    }

    List<MongoGroupPrefix> prefixes() {
        return prefixes;
    }
}
