package dev.signalbox.postgres.outbox;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.message.Suspicion;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What this process holds of the table: rows and their claims, claims whose answer was lost, and suspects. All of it
 * belongs to one incarnation; another one begins with nothing.
 */
final class Holdings {
    private @Nullable Incarnation owner;
    private long lastNumber;
    private final Map<String, Long> claimOf = new HashMap<>();
    private final Map<Long, Integer> leftOf = new HashMap<>();
    private final Set<Long> doubtful = new HashSet<>();
    private final Map<String, Suspicion> suspects = new HashMap<>();

    /** Forgets what another incarnation held: it was dropped, or it is fenced and can no longer be settled. */
    synchronized void ownedBy(Incarnation incarnation) {
        if (!incarnation.equals(owner)) {
            owner = incarnation;
            claimOf.clear();
            leftOf.clear();
            doubtful.clear();
            suspects.clear();
        }
    }

    /** A claim's number, in doubt until its answer has come. */
    synchronized long beginClaim() {
        lastNumber++;
        doubtful.add(lastNumber);
        return lastNumber;
    }

    synchronized void claimed(long number, List<Message> messages) {
        doubtful.remove(number);
        if (!messages.isEmpty()) {
            leftOf.put(number, messages.size());
            messages.forEach(message -> claimOf.put(message.id(), number));
        }
    }

    synchronized Long[] doubtful() {
        return doubtful.toArray(Long[]::new);
    }

    synchronized void noLongerDoubtful(Long[] numbers) {
        doubtful.removeAll(Set.of(numbers));
    }

    synchronized boolean holds(Message message) {
        Long number = claimOf.get(message.id());
        return number != null && number == message.claim().number();
    }

    synchronized String[] ids() {
        return claimOf.keySet().toArray(String[]::new);
    }

    /** The claims that have nothing left once these messages are settled. */
    synchronized Long[] endedBy(List<Message> messages) {
        Map<Long, Integer> settled = new HashMap<>();
        messages.forEach(message -> settled.merge(message.claim().number(), 1, Integer::sum));
        return settled.entrySet().stream()
                .filter(entry -> entry.getValue().equals(leftOf.get(entry.getKey())))
                .map(Map.Entry::getKey)
                .toArray(Long[]::new);
    }

    synchronized void settled(List<Message> messages) {
        for (Message message : messages) {
            claimOf.remove(message.id());
            leftOf.computeIfPresent(message.claim().number(), (number, left) -> left == 1 ? null : left - 1);
        }
    }

    synchronized Suspicion suspicion(String id) {
        return suspects.getOrDefault(id, Suspicion.NONE);
    }

    synchronized void suspects(Map<String, Suspicion> loaded) {
        suspects.clear();
        suspects.putAll(loaded);
    }

    synchronized boolean isSuspect(String id) {
        return suspects.containsKey(id);
    }

    synchronized void cleared(List<String> ids) {
        suspects.keySet().removeAll(Set.copyOf(ids));
    }
}
