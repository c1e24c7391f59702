package dev.signalbox.jdbc;

import dev.signalbox.core.message.Message;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * How much is left of each claim that is on record. The record goes with the settlement of the last of its messages; if two
 * settlements at once had a part of it each, with the next settlement, or when there is none.
 */
public final class OpenClaims {
    private final Map<Long, Integer> left = new HashMap<>();
    /** Those whose record a settlement under way takes along, because it has all that is left. */
    private final Set<Long> ending = new HashSet<>();
    /** Those of which nothing is left but the record. */
    private List<Long> empty = new ArrayList<>();

    private int settlements;

    public synchronized void open(long number, int messages) {
        left.put(number, messages);
    }

    /** One message less, which nobody will settle under this number. */
    public synchronized void drop(long number) {
        left.computeIfPresent(number, (same, count) -> count == 1 ? null : count - 1);
    }

    /**
     * A settlement begins.
     *
     * @return the claims whose record it shall take along, whatever it is about
     */
    public synchronized List<Long> begin() {
        settlements++;
        return takeEmpty();
    }

    /** The claims that have nothing left once these messages are settled. */
    public synchronized List<Long> endedBy(List<Message> messages) {
        List<Long> ended = new ArrayList<>();
        counted(messages).forEach((number, count) -> {
            if (count.equals(left.get(number))) {
                ended.add(number);
                ending.add(number);
            } else {
                ending.remove(number);
            }
        });
        return ended;
    }

    public synchronized void settled(List<Message> messages) {
        counted(messages).forEach((number, count) -> {
            int rest = left.getOrDefault(number, 0) - count;
            if (rest > 0) {
                left.put(number, rest);
            } else if (left.remove(number) != null && !ending.remove(number)) {
                empty.add(number);
            }
        });
    }

    /** @param taken what {@link #begin} gave it to take along */
    public synchronized void failed(List<Long> taken) {
        settlements--;
        empty.addAll(taken);
    }

    /**
     * A settlement is over.
     *
     * @return the claims whose record has to go by itself: no settlement is under way that could leave it to a next one
     */
    public synchronized List<Long> done() {
        settlements--;
        return settlements > 0 ? List.of() : takeEmpty();
    }

    // Never the list itself: it would grow in the hands of who has it, while another settlement ends
    private List<Long> takeEmpty() {
        if (empty.isEmpty()) {
            return List.of();
        }
        List<Long> taken = empty;
        empty = new ArrayList<>();
        return taken;
    }

    /** How many are of each claim. Those of one claim mostly stand together. */
    private static Map<Long, Integer> counted(List<Message> messages) {
        Map<Long, Integer> counts = new HashMap<>();
        int from = 0;
        for (int i = 1; i <= messages.size(); i++) {
            long number = messages.get(from).claim().number();
            if (i == messages.size() || messages.get(i).claim().number() != number) {
                counts.merge(number, i - from, Integer::sum);
                from = i;
            }
        }
        return counts;
    }
}
