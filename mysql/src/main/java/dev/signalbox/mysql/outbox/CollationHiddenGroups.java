package dev.signalbox.mysql.outbox;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Groups that hide behind others which the column's collation takes for the same: a look along the index shows only the
 * first of them. They are remembered when they are met, and read by their exact bytes.
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

    /** They stand first in the index now, or have nothing that waits. */
    synchronized void forget(Collection<String> groups) {
        groups.forEach(known::remove);
        groups.forEach(fresh::remove);
    }

    synchronized boolean has(String group) {
        return known.contains(group);
    }

    /** Those that were met since the last time, and so have not had their turn. */
    synchronized List<String> takeFresh() {
        List<String> taken = new ArrayList<>(fresh);
        fresh.clear();
        return taken;
    }

    /** A lap begins: each of them has its turn again. */
    synchronized void startLap() {
        fresh.addAll(known);
    }
}
