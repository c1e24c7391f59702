package dev.signalbox.runtime.config;

import dev.signalbox.postgres.log.LogLayout;
import dev.signalbox.postgres.log.LogTable;
import dev.signalbox.postgres.log.PartitionSettings;
import java.util.List;
import java.util.Optional;

/**
 * An append-only table of events, with the topics that are made of it.
 *
 * @param source the name of a PostgreSQL source
 * @param table with the table in which it is remembered how far each pair of topic and publisher has come
 * @param partitions how the layout {@code signalbox-log} is divided; others are not
 * @param lockKey the advisory lock of the node that works, with one leader for all
 * @param topics those with at least one publisher that is enabled
 */
public record LogConfig(
        String name,
        String source,
        LogLayout layout,
        LogTable table,
        long lockKey,
        Optional<PartitionSettings> partitions,
        List<TopicConfig> topics) {
    public LogConfig {
        topics = List.copyOf(topics);
    }

    /** All pairs of topic and publisher, topic by topic. */
    public List<FeedConfig> feeds() {
        return topics.stream().flatMap(topic -> topic.feeds().stream()).toList();
    }
}
