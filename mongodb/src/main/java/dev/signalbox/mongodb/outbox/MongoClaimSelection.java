package dev.signalbox.mongodb.outbox;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The messages that a claim is about to mark, up to a limit. */
final class MongoClaimSelection {
    private final int limit;
    private final List<MongoGroupPrefix> prefixes = new ArrayList<>();
    private final Set<String> groups = new HashSet<>();
    private int count;

    MongoClaimSelection(int most) {
        this.limit = most;
    }

    /**
     * Adds as much of a group prefix as fits.
     *
     * @return whether any of it was added
     */
    boolean add(MongoGroupPrefix prefix) {
        int added = Math.min(limit - count, prefix.rows().size());
        if (added > 0) {
            prefixes.add(prefix.first(added));
            if (prefix.group() != null) {
                groups.add(prefix.group());
            }
            count += added;
        }
        return added > 0;
    }

    boolean has(String group) {
        return groups.contains(group);
    }

    boolean hasUngrouped() {
        return prefixes.stream().anyMatch(prefix -> prefix.group() == null);
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
