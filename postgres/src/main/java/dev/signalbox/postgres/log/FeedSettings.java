package dev.signalbox.postgres.log;

import dev.signalbox.core.log.LogEvent;
import dev.signalbox.core.log.LogEvent.Grouping;
import dev.signalbox.core.log.LogStart;
import dev.signalbox.core.log.Topic;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a feed reads from the log. */
public record FeedSettings(FeedKey key, Topic topic, Grouping grouping, LogStart start) {
    Map<String, Object> topicValues() {
        return Map.of(
                "required", topic.requiredTags().toArray(String[]::new),
                "any_of", topic.anyOfTags().toArray(String[]::new),
                "exact", topic.exactTags().toArray(String[]::new),
                "types", topic.types().toArray(String[]::new));
    }

    /** The event as the feed delivers it; null if it is not of its topic. */
    @Nullable
    LogEvent see(LogEvent event) {
        return topic.contains(event) ? grouping.of(event) : null;
    }
}
