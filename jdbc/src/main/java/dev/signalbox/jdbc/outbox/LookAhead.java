package dev.signalbox.jdbc.outbox;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Rows that a claim has read beyond what it could take, in the order of their group: only where many rows have the same
 * creation time, and reading them again would mean sorting all of them again. It is a memory of an order, not a right to
 * the rows: what is offered is locked and checked like everything else, and forgotten as soon as anything is odd.
 */
final class LookAhead {
    private static final int MOST_IDS = 200_000;

    /** Rows offered to a claim: the first ids of some groups. */
    record Offer(Map<String, List<Found>> byGroup) {
        boolean isEmpty() {
            return byGroup.isEmpty();
        }
    }

    private final Map<String, Deque<Found>> ahead = new LinkedHashMap<>();
    private int total;

    synchronized void remember(String group, List<Found> rows) {
        forget(group);
        if (!rows.isEmpty() && total + rows.size() <= MOST_IDS) {
            ahead.put(group, new ArrayDeque<>(rows));
            total += rows.size();
        }
    }

    synchronized void forget(String group) {
        Deque<Found> forgotten = ahead.remove(group);
        total -= forgotten == null ? 0 : forgotten.size();
    }

    synchronized void forgetAll() {
        ahead.clear();
        total = 0;
    }

    /** Whether a few groups may be read far ahead without crowding out many others. */
    synchronized boolean hasMuchRoom() {
        return total < MOST_IDS / 4;
    }

    synchronized boolean isEmpty() {
        return ahead.isEmpty();
    }

    synchronized boolean has(String group) {
        return ahead.containsKey(group);
    }

    /** Takes the next ids of groups that may go on, each group in turn. */
    synchronized Offer offer(int messages, int perGroup, Predicate<String> mayGoOn) {
        Map<String, List<Found>> offered = new LinkedHashMap<>();
        int left = messages;
        for (String group : List.copyOf(ahead.keySet())) {
            if (left < 1) {
                break;
            }
            if (mayGoOn.test(group)) {
                List<Found> rows = take(group, Math.min(perGroup, left));
                offered.put(group, rows);
                left -= rows.size();
            }
        }
        return new Offer(offered);
    }

    private List<Found> take(String group, int most) {
        Deque<Found> ids = ahead.remove(group);
        List<Found> taken = new ArrayList<>();
        while (ids != null && taken.size() < most && !ids.isEmpty()) {
            taken.add(ids.removeFirst());
        }
        total -= taken.size();
        if (ids != null && !ids.isEmpty()) {
            ahead.put(group, ids);
        }
        return taken;
    }

    /**
     * Compares what came of an offer.
     *
     * @return whether something was forgotten because not all of it was claimed
     */
    synchronized boolean settle(Offer offer, Taken answer) {
        if (offer.isEmpty()) {
            return false;
        }
        Map<String, Integer> claimed = new HashMap<>();
        answer.messages().forEach(message -> {
            if (message.group() != null) {
                claimed.merge(message.group(), 1, Integer::sum);
            }
        });
        boolean odd = false;
        for (Map.Entry<String, List<Found>> entry : offer.byGroup().entrySet()) {
            if (claimed.getOrDefault(entry.getKey(), 0) != entry.getValue().size()) {
                forget(entry.getKey());
                odd = true;
            }
        }
        return odd;
    }
}
