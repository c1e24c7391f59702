package dev.signalbox.jdbc;

import dev.signalbox.core.message.Message;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Counts the unsettled messages of each recorded claim. The settlement of a claim's last message deletes its record. If
 * two concurrent settlements share a claim, the next settlement deletes it, or {@link #done} returns it.
 */
public final class OpenClaims {
    private final Map<Long, Integer> left = new HashMap<>();
    /** Claims whose record a running settlement deletes, because it settles all remaining messages. */
    private final Set<Long> ending = new HashSet<>();
    /** Claims whose messages are all settled but whose record still exists. */
    private List<Long> empty = new ArrayList<>();

    private int settlements;

    /** A claim without messages is empty from the beginning. */
    public synchronized void open(long number, int messages) {
        if (messages > 0) {
            left.put(number, messages);
        } else {
            empty.add(number);
        }
    }

    /** Uncounts a message that is never settled under this claim number. */
    public synchronized void drop(long number) {
        uncount(number, 1);
    }

    /**
     * Starts a settlement.
     *
     * @return the claims whose records this settlement deletes as well
     */
    public synchronized List<Long> begin() {
        settlements++;
        return takeEmpty();
    }

    /** The claims that have no messages left once these messages are settled. */
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
        counted(messages).forEach(this::uncount);
    }

    private void uncount(long number, int count) {
        int rest = left.getOrDefault(number, 0) - count;
        if (rest > 0) {
            left.put(number, rest);
            return;
        }
        boolean wasOpen = left.remove(number) != null;
        if (!ending.remove(number) && wasOpen) {
            empty.add(number);
        }
    }

    /** @param taken the claims that {@link #begin} returned */
    public synchronized void failed(List<Long> taken) {
        settlements--;
        empty.addAll(taken);
    }

    /**
     * Ends a settlement.
     *
     * @return the claims whose records must be deleted separately, because no other settlement is running
     */
    public synchronized List<Long> done() {
        settlements--;
        return settlements > 0 ? List.of() : takeEmpty();
    }

    // Returns a copy: the list itself would change while another settlement ends
    private List<Long> takeEmpty() {
        if (empty.isEmpty()) {
            return List.of();
        }
        List<Long> taken = empty;
        empty = new ArrayList<>();
        return taken;
    }

    /** Counts messages per claim. Messages of one claim are mostly adjacent. */
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
