package dev.signalbox.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Compares what was written with what has arrived. */
final class Ledger {
    private final Set<String> expected;
    private final Map<String, Item> first = new HashMap<>();
    private final List<String> repeated = new ArrayList<>();
    private final List<String> changed = new ArrayList<>();
    private final List<String> overtaken = new ArrayList<>();

    /** @param expected the ids of all that must have arrived */
    Ledger(Collection<String> expected, List<Arrival> arrivals) {
        this.expected = Set.copyOf(expected);
        Map<String, Long> highest = new HashMap<>();
        for (Arrival arrival : arrivals) {
            for (Item item : arrival.items()) {
                enter(item, arrival.path(), highest);
            }
        }
    }

    static Ledger of(TestDatabase outbox, Receiver receiver) {
        return new Ledger(outbox.idsToArrive(), receiver.kept());
    }

    private void enter(Item item, String path, Map<String, Long> highest) {
        Item earlier = first.putIfAbsent(item.id(), item);
        if (earlier != null) {
            repeated.add(item.id());
            if (!earlier.raw().equals(item.raw())) {
                changed.add(item.id());
            }
        } else if (!item.group().isEmpty()) {
            long before = highest.merge(path + ":" + item.group(), item.number(), Math::max);
            if (before > item.number()) {
                overtaken.add(item.id() + " came after " + before + " of " + item.group());
            }
        }
    }

    /** Every event has arrived except those that are FAILED; in order; and what came twice was the same. */
    Ledger assertNothingLostAndInOrder() {
        Set<String> missing = new TreeSet<>(expected);
        missing.removeAll(first.keySet());
        assertThat(missing).as("lost").isEmpty();
        assertThat(overtaken).as("order violations").isEmpty();
        assertThat(changed).as("sent again with another body").isEmpty();
        return this;
    }

    Ledger assertNoDuplicates() {
        assertThat(repeated).as("duplicates").isEmpty();
        return this;
    }

    /** What came twice is among these. */
    Ledger assertDuplicatesOnlyOf(Collection<String> allowed) {
        assertThat(Set.copyOf(allowed)).as("what may come twice").containsAll(repeated);
        return this;
    }

    int duplicates() {
        return repeated.size();
    }

    int arrived() {
        return first.size();
    }
}
