package dev.signalbox.mysql.outbox;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Groups that the column's collation treats as equal to another group, so that an index scan returns only the first of
 * them. They are remembered when a read finds them, and read by their exact bytes.
 */
final class CollationHiddenGroups {
    private static final int MOST = 10_000;

    private final Set<String> known = new LinkedHashSet<>();
    private final Set<String> fresh = new LinkedHashSet<>();

    synchronized void met(String group) {
        if (known.add(group)) {
            fresh.add(group);
            if (known.size() > MOST) {
                known.remove(known.iterator().next());
            }
        }
    }

    /** These groups now come first in the index, or have no waiting rows. */
    synchronized void forget(Collection<String> groups) {
        groups.forEach(known::remove);
        groups.forEach(fresh::remove);
    }

    synchronized boolean has(String group) {
        return known.contains(group);
    }

    /** The groups that were found since the last call, and had no turn yet. */
    synchronized List<String> takeFresh() {
        List<String> taken = new ArrayList<>(fresh);
        fresh.clear();
        return taken;
    }

    /** Starts a lap: each group gets a turn again. */
    synchronized void startLap() {
        fresh.addAll(known);
    }
}
