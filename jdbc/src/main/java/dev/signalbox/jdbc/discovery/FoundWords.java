package dev.signalbox.jdbc.discovery;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The words of a status column.
 *
 * @param byKey the words that mean a state, by the key below {@code statuses} in a configuration
 * @param others words whose meaning is not known
 */
public record FoundWords(Map<String, String> byKey, List<String> others) {
    public static final FoundWords NONE = new FoundWords(Map.of(), List.of());

    private static final Map<String, Set<String>> MEANINGS = meanings();

    private static Map<String, Set<String>> meanings() {
        Map<String, Set<String>> meanings = new LinkedHashMap<>();
        meanings.put("pending", Set.of("PENDING", "NEW", "CREATED", "READY", "WAITING", "QUEUED", "UNSENT", "OPEN"));
        meanings.put(
                "processing",
                Set.of("PROCESSING", "INPROGRESS", "SENDING", "CLAIMED", "LOCKED", "PUBLISHING", "RUNNING"));
        meanings.put(
                "completed",
                Set.of("COMPLETED", "COMPLETE", "SENT", "DONE", "PROCESSED", "PUBLISHED", "DELIVERED", "SUCCESS"));
        meanings.put("failed", Set.of("FAILED", "FAILURE", "ERROR", "DEAD", "REJECTED"));
        return meanings;
    }

    /** Sorts words by their meaning; of two with the same meaning, the second is another. */
    public static FoundWords of(Collection<String> words) {
        Map<String, String> byKey = new LinkedHashMap<>();
        List<String> others = new ArrayList<>();
        for (String word : words) {
            String plain = word.replaceAll("[ _-]", "").toUpperCase(Locale.ROOT);
            List<String> keys = MEANINGS.entrySet().stream()
                    .filter(meaning -> meaning.getValue().contains(plain))
                    .map(Map.Entry::getKey)
                    .toList();
            if (keys.isEmpty() || byKey.putIfAbsent(keys.getFirst(), word) != null) {
                others.add(word);
            }
        }
        return new FoundWords(byKey, others);
    }
}
