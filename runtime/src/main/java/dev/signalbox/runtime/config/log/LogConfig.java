package dev.signalbox.runtime.config.log;

import dev.signalbox.postgres.log.LogLayout;
import dev.signalbox.postgres.log.LogTable;
import dev.signalbox.postgres.log.PartitionSettings;
import java.util.List;
import java.util.Optional;

/**
 * An append-only table of events, with its feeds.
 *
 * @param source the name of a PostgreSQL source
 * @param table the events table, with the table of the feeds' cursors
 * @param partitions how the layout {@code signalbox-log} is partitioned; other layouts are not
 * @param lockKey the advisory lock of the leader, if one node works on all feeds
 * @param feeds the enabled feeds, topic by topic
 */
public record LogConfig(
        String name,
        String source,
        LogLayout layout,
        LogTable table,
        long lockKey,
        Optional<PartitionSettings> partitions,
        List<FeedConfig> feeds) {
    public LogConfig {
        feeds = List.copyOf(feeds);
    }

    public LogConfig with(LogTable other) {
        return new LogConfig(name, source, layout, other, lockKey, partitions, feeds);
    }
}
