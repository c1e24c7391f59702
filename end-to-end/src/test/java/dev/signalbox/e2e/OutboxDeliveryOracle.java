package dev.signalbox.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Compares written messages with those that arrived. */
final class OutboxDeliveryOracle {
    private final Set<String> expected;
    private final Map<String, ReceivedItem> first = new HashMap<>();
    private final List<String> repeated = new ArrayList<>();
    private final List<String> changed = new ArrayList<>();
    private final List<String> overtaken = new ArrayList<>();

    /** @param expected the ids of all messages that must have arrived */
    OutboxDeliveryOracle(Collection<String> expected, List<ReceivedRequest> receivedRequests) {
        this.expected = Set.copyOf(expected);
        Map<String, Long> highest = new HashMap<>();
        for (ReceivedRequest receivedRequest : receivedRequests) {
            for (ReceivedItem receivedItem : receivedRequest.items()) {
                enter(receivedItem, receivedRequest.path(), highest);
            }
        }
    }

    static OutboxDeliveryOracle of(TestDatabase outbox, Receiver receiver) {
        return new OutboxDeliveryOracle(outbox.idsToArrive(), receiver.kept());
    }

    private void enter(ReceivedItem receivedItem, String path, Map<String, Long> highest) {
        ReceivedItem earlier = first.putIfAbsent(receivedItem.id(), receivedItem);
        if (earlier != null) {
            repeated.add(receivedItem.id());
            if (!earlier.raw().equals(receivedItem.raw())) {
                changed.add(receivedItem.id());
            }
        } else if (!receivedItem.group().isEmpty()) {
            long before = highest.merge(path + ":" + receivedItem.group(), receivedItem.number(), Math::max);
            if (before > receivedItem.number()) {
                overtaken.add(receivedItem.id() + " came after " + before + " of " + receivedItem.group());
            }
        }
    }

    /** All events except FAILED ones have arrived, in order, and duplicates are identical. */
    OutboxDeliveryOracle assertNothingLostAndInOrder() {
        Set<String> missing = new TreeSet<>(expected);
        missing.removeAll(first.keySet());
        assertThat(missing).as("lost").isEmpty();
        assertThat(overtaken).as("order violations").isEmpty();
        assertThat(changed).as("sent again with another body").isEmpty();
        return this;
    }

    OutboxDeliveryOracle assertNoDuplicates() {
        assertThat(repeated).as("duplicates").isEmpty();
        return this;
    }

    /** Only these messages arrived twice. */
    OutboxDeliveryOracle assertDuplicatesOnlyOf(Collection<String> allowed) {
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
