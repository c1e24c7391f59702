package dev.signalbox.runtime.relays;

import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.delivery.DispatcherSettings;
import dev.signalbox.core.delivery.Ordering;
import dev.signalbox.core.log.FollowerSettings;
import dev.signalbox.core.log.Grouping;
import dev.signalbox.core.log.LogOrdering;
import dev.signalbox.core.log.Topic;
import dev.signalbox.core.sink.SinkLimits;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.postgres.log.FeedKey;
import dev.signalbox.postgres.log.FeedSettings;
import dev.signalbox.postgres.log.FeedStart;
import dev.signalbox.postgres.log.LogTable;
import dev.signalbox.postgres.log.PartitionSettings;
import dev.signalbox.postgres.log.SignalboxLogTable;
import dev.signalbox.runtime.config.FeedConfig;
import dev.signalbox.runtime.config.LogConfig;
import dev.signalbox.runtime.config.LogStart;
import dev.signalbox.runtime.config.RelayConfig;
import dev.signalbox.runtime.config.SourceConfig;
import dev.signalbox.runtime.config.TopicConfig;
import java.time.Duration;
import java.time.Instant;

/** Puts the configuration of logs into the words of the libraries that do the work. */
final class LogConfigMapping {
    private static final long MAX_PAYLOAD = 10L << 20;
    /** What operators want, and positions that only others' events have moved, need not be seen sooner. */
    private static final Duration LOOK_AROUND = Duration.ofSeconds(1);

    private LogConfigMapping() {}

    static LogTable table(LogConfig log) {
        return new LogTable(name(log.table()), name(log.progressTable()), columns(log), MAX_PAYLOAD);
    }

    private static LogTable.Columns columns(LogConfig log) {
        LogConfig.Columns columns = log.columns();
        return switch (log.layout()) {
            case CRABLET ->
                new LogTable.Columns(
                        columns.position(),
                        columns.transactionId(),
                        columns.type(),
                        columns.tags(),
                        columns.data(),
                        columns.occurredAt(),
                        null,
                        null);
            case SIGNALBOX_LOG -> SignalboxLogTable.COLUMNS;
            case DEBEZIUM -> LogTable.debezium(name(log.table())).columns();
        };
    }

    static PartitionSettings partitions(LogConfig.Partitions partitions) {
        return new PartitionSettings(
                partitions.length(),
                PartitionSettings.DEFAULT.ahead(),
                partitions.retention().orElse(null));
    }

    private static TableName name(dev.signalbox.runtime.config.TableName table) {
        return new TableName(table.schema().orElse(null), table.name());
    }

    static FeedSettings feed(TopicConfig topic, FeedConfig pair) {
        TopicConfig.Filter filter = topic.filter();
        return new FeedSettings(
                key(pair),
                new Topic(filter.requiredTags(), filter.anyOfTags(), filter.exactTags(), filter.types()),
                pair.groupTag().map(Grouping::new).orElse(Grouping.BY_COLUMN),
                start(pair.start()));
    }

    static FeedKey key(FeedConfig pair) {
        return new FeedKey(pair.topic(), pair.publisher().name());
    }

    static FeedStart start(LogStart start) {
        return switch (start) {
            case LogStart.Beginning() -> new FeedStart.Beginning();
            case LogStart.End() -> new FeedStart.End();
            case LogStart.AtPosition(long position) -> new FeedStart.Behind(position);
            case LogStart.AtTime(Instant time) -> new FeedStart.At(time);
        };
    }

    /** A pair belongs to one shard, the same on all nodes, and so to one node. */
    static int shard(FeedConfig pair) {
        return Shards.shardOf(key(pair).toString());
    }

    static FollowerSettings follower(FeedConfig pair) {
        return new FollowerSettings(
                key(pair).toString(), pair.ordering(), holds(pair), shard(pair), FollowerSettings.Bounds.DEFAULT);
    }

    private static boolean holds(FeedConfig pair) {
        return pair.onExhausted() == RelayConfig.OnExhausted.HOLD;
    }

    static DispatcherSettings dispatcher(
            SourceConfig source, FeedConfig pair, SinkLimits limits, Duration retryAfterCap) {
        return new DispatcherSettings(
                pair.ordering() == LogOrdering.NONE ? Ordering.NONE : Ordering.BLOCK,
                holds(pair),
                ConfigMapping.retries(pair.maxRetries(), pair.retry()),
                limits,
                pair.maxConcurrentRequests(),
                ConfigMapping.buffer(pair.buffer(), pair.poll()),
                ConfigMapping.pace(source.wakeUp(), pair.poll()),
                retryAfterCap,
                new DispatcherSettings.Maintenance(LOOK_AROUND, Duration.ZERO));
    }
}
