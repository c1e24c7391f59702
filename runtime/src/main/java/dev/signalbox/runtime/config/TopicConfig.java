package dev.signalbox.runtime.config;

import java.util.List;

/** Some of a log's events, and who gets them. */
public record TopicConfig(String name, Filter filter, List<FeedConfig> feeds) {
    public TopicConfig {
        feeds = List.copyOf(feeds);
    }

    /**
     * Which events: those that fulfil all four conditions, of which an empty one is always fulfilled.
     *
     * @param requiredTags the keys of tags that must all be there
     * @param anyOfTags the keys of tags of which one must be there
     * @param exactTags tags, {@code key=value}, that must all be there
     * @param types the event must be of one of these
     */
    public record Filter(
            List<String> requiredTags, List<String> anyOfTags, List<String> exactTags, List<String> types) {
        public Filter {
            requiredTags = List.copyOf(requiredTags);
            anyOfTags = List.copyOf(anyOfTags);
            exactTags = List.copyOf(exactTags);
            types = List.copyOf(types);
        }
    }
}
