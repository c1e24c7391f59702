package dev.signalbox.sink.kafka;

import dev.signalbox.core.message.Glob;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The topics that messages may choose. Kafka's internal topics and the reserved ones are refused in any case.
 *
 * @param allowed patterns of topics; empty if any other topic is allowed
 * @param reserved topics that Signalbox itself writes, in which a foreign record could be taken for a checkpoint
 */
public record TopicAccess(List<Glob> allowed, Set<String> reserved) {
    public static final TopicAccess ANY = new TopicAccess(List.of(), Set.of());

    private static final String INTERNAL = "__";

    public TopicAccess {
        allowed = List.copyOf(allowed);
        reserved = Set.copyOf(reserved);
    }

    TopicAccess reserving(Set<String> more) {
        Set<String> all = new HashSet<>(reserved);
        all.addAll(more);
        return new TopicAccess(allowed, all);
    }

    /** Why a message must not go to this topic; null if it may. */
    @Nullable
    String fault(String topic) {
        if (topic.startsWith(INTERNAL)) {
            return "the topic " + topic + " is an internal one of Kafka (" + INTERNAL + "*)";
        }
        if (reserved.contains(topic)) {
            return "the topic " + topic + " is for Signalbox's own checkpoints (cursor-topic)";
        }
        boolean listed = allowed.isEmpty() || allowed.stream().anyMatch(pattern -> pattern.matches(topic));
        return listed ? null : "the topic " + topic + " is not among the allowed-topics";
    }
}
