package dev.signalbox.runtime.config;

import dev.signalbox.core.log.Topic;
import java.util.List;

/** Some of a log's events, and who gets them. */
public record TopicConfig(String name, Topic filter, List<FeedConfig> feeds) {
    public TopicConfig {
        feeds = List.copyOf(feeds);
    }
}
