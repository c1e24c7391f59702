package dev.signalbox.runtime.config.log;

import dev.signalbox.core.log.Topic;
import java.util.List;

/** A topic of a log: its filter, and its feeds. */
public record TopicConfig(String name, Topic filter, List<FeedConfig> feeds) {
    public TopicConfig {
        feeds = List.copyOf(feeds);
    }
}
