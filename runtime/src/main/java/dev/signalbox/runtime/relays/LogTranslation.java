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
import dev.signalbox.postgres.log.LogTable;
import dev.signalbox.postgres.log.OwnLog;
import dev.signalbox.postgres.log.PairKey;
import dev.signalbox.postgres.log.PairSettings;
import dev.signalbox.postgres.log.PartitionSettings;
import dev.signalbox.postgres.log.Start;
import dev.signalbox.runtime.config.LogConfig;
import dev.signalbox.runtime.config.LogStart;
import dev.signalbox.runtime.config.PairConfig;
import dev.signalbox.runtime.config.RelayConfig;
import dev.signalbox.runtime.config.SourceConfig;
import dev.signalbox.runtime.config.TopicConfig;
import java.time.Duration;
import java.time.Instant;

/** Puts the configuration of logs into the words of the libraries that do the work. */
final class LogTranslation {
    private static final long MAX_PAYLOAD = 10L << 20;
    /** What operators want, and positions that only others' events have moved, need not be seen sooner. */
    private static final Duration LOOK_AROUND = Duration.ofSeconds(1);

    private LogTranslation() {}

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
            case SIGNALBOX_LOG -> OwnLog.COLUMNS;
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

    static PairSettings pair(TopicConfig topic, PairConfig pair) {
        TopicConfig.Filter filter = topic.filter();
        return new PairSettings(
                key(pair),
                new Topic(filter.requiredTags(), filter.anyOfTags(), filter.exactTags(), filter.types()),
                pair.groupTag().map(Grouping::new).orElse(Grouping.BY_COLUMN),
                start(pair.start()));
    }

    static PairKey key(PairConfig pair) {
        return new PairKey(pair.topic(), pair.publisher().name());
    }

    static Start start(LogStart start) {
        return switch (start) {
            case LogStart.Beginning() -> new Start.Beginning();
            case LogStart.End() -> new Start.End();
            case LogStart.AtPosition(long position) -> new Start.Behind(position);
            case LogStart.AtTime(Instant time) -> new Start.At(time);
        };
    }

    /** A pair belongs to one shard, the same on all nodes, and so to one node. */
    static int shard(PairConfig pair) {
        return Shards.shardOf(key(pair).toString());
    }

    static FollowerSettings follower(PairConfig pair) {
        return new FollowerSettings(
                key(pair).toString(), pair.ordering(), holds(pair), shard(pair), FollowerSettings.Bounds.DEFAULT);
    }

    private static boolean holds(PairConfig pair) {
        return pair.onExhausted() == RelayConfig.OnExhausted.HOLD;
    }

    static DispatcherSettings dispatcher(
            SourceConfig source, PairConfig pair, SinkLimits limits, Duration retryAfterCap) {
        return new DispatcherSettings(
                pair.ordering() == LogOrdering.NONE ? Ordering.NONE : Ordering.BLOCK,
                holds(pair),
                Translation.retries(pair.maxRetries(), pair.retry()),
                limits,
                pair.maxConcurrentRequests(),
                Translation.buffer(pair.buffer(), pair.poll()),
                Translation.pace(source.wakeUp(), pair.poll()),
                retryAfterCap,
                new DispatcherSettings.Chores(LOOK_AROUND, Duration.ZERO));
    }
}
