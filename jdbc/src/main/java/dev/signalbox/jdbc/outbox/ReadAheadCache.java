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
 * Rows that a claim read beyond what it could take, in the order of their group. Used only if many rows have the same
 * creation time, so that reading them again would sort all of them again. The cache remembers an order and gives no
 * right to the rows: claims lock and check the offered rows as usual, and any mismatch clears the group.
 */
final class ReadAheadCache {
    private static final int MOST_IDS = 200_000;

    /** Rows offered to a claim: the first ids of some groups. */
    record CachedPrefixes(Map<String, List<CandidateRow>> byGroup) {
        boolean isEmpty() {
            return byGroup.isEmpty();
        }
    }

    private final Map<String, Deque<CandidateRow>> ahead = new LinkedHashMap<>();
    private int total;

    synchronized void remember(String group, List<CandidateRow> rows) {
        forget(group);
        if (!rows.isEmpty() && total + rows.size() <= MOST_IDS) {
            ahead.put(group, new ArrayDeque<>(rows));
            total += rows.size();
        }
    }

    synchronized void forget(String group) {
        Deque<CandidateRow> forgotten = ahead.remove(group);
        total -= forgotten == null ? 0 : forgotten.size();
    }

    synchronized void forgetAll() {
        ahead.clear();
        total = 0;
    }

    /** Whether a few groups may be read far ahead without displacing many others. */
    synchronized boolean hasMuchRoom() {
        return total < MOST_IDS / 4;
    }

    synchronized boolean isEmpty() {
        return ahead.isEmpty();
    }

    synchronized boolean has(String group) {
        return ahead.containsKey(group);
    }

    /** Removes and returns the next ids of groups that may continue, each group in turn. */
    synchronized CachedPrefixes offer(int messages, int perGroup, Predicate<String> mayGoOn) {
        Map<String, List<CandidateRow>> offered = new LinkedHashMap<>();
        int left = messages;
        for (String group : List.copyOf(ahead.keySet())) {
            if (left < 1) {
                break;
            }
            if (mayGoOn.test(group)) {
                List<CandidateRow> rows = take(group, Math.min(perGroup, left));
                offered.put(group, rows);
                left -= rows.size();
            }
        }
        return new CachedPrefixes(offered);
    }

    private List<CandidateRow> take(String group, int most) {
        Deque<CandidateRow> ids = ahead.remove(group);
        List<CandidateRow> taken = new ArrayList<>();
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
     * Compares an offer with the result of its claim.
     *
     * @return whether a group was cleared because not all of its rows were claimed
     */
    synchronized boolean settle(CachedPrefixes cached, ClaimStatementResult answer) {
        if (cached.isEmpty()) {
            return false;
        }
        Map<String, Integer> claimed = new HashMap<>();
        answer.messages().forEach(message -> {
            if (message.group() != null) {
                claimed.merge(message.group(), 1, Integer::sum);
            }
        });
        boolean odd = false;
        for (Map.Entry<String, List<CandidateRow>> entry : cached.byGroup().entrySet()) {
            if (claimed.getOrDefault(entry.getKey(), 0) != entry.getValue().size()) {
                forget(entry.getKey());
                odd = true;
            }
        }
        return odd;
    }
}
