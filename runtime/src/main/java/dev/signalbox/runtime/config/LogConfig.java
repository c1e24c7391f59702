package dev.signalbox.runtime.config;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * An append-only table of events, with the topics that are made of it.
 *
 * @param source the name of a PostgreSQL source
 * @param progressTable where it is remembered how far each pair of topic and publisher has come
 * @param partitions how the layout {@code signalbox-log} is divided; others are not
 * @param lockKey the advisory lock of the node that works, with one leader for all
 * @param topics those with at least one publisher that is enabled
 */
public record LogConfig(
        String name,
        String source,
        Layout layout,
        TableName table,
        TableName progressTable,
        long lockKey,
        Columns columns,
        Optional<Partitions> partitions,
        List<TopicConfig> topics) {
    public LogConfig {
        topics = List.copyOf(topics);
    }

    /** Presets of tables. */
    public enum Layout {
        /** The table of events of Crablet, and of Signalbox's event store. */
        CRABLET,
        /** Signalbox's own outbox as a log. */
        SIGNALBOX_LOG,
        /** The outbox of Debezium's event router, with columns added that give its rows an order. */
        DEBEZIUM
    }

    /**
     * How a log is divided by time.
     *
     * @param retention how long partitions are kept that are done; for ever if it is empty
     */
    public record Partitions(Duration length, Optional<Duration> retention) {}

    /** The names of the columns. */
    public record Columns(
            String position, String transactionId, String type, String tags, String data, String occurredAt) {
        List<String> all() {
            return List.of(position, transactionId, type, tags, data, occurredAt);
        }
    }

    /** All pairs of topic and publisher, topic by topic. */
    public List<FeedConfig> feeds() {
        return topics.stream().flatMap(topic -> topic.feeds().stream()).toList();
    }
}
