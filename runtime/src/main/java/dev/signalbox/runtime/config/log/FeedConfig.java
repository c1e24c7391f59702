package dev.signalbox.runtime.config.log;

import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.delivery.DispatcherSettings;
import dev.signalbox.core.delivery.Ordering;
import dev.signalbox.core.delivery.PollSchedule;
import dev.signalbox.core.delivery.RetryPolicy;
import dev.signalbox.core.log.FollowerSettings;
import dev.signalbox.core.log.LogOrdering;
import dev.signalbox.core.sink.Sink.SinkLimits;
import dev.signalbox.postgres.log.FeedSettings;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;

/**
 * One feed: a topic of a log, delivered by one publisher at its own pace.
 *
 * @param url the full URL that batches are posted to, if the publisher is a sink that has one
 * @param settings how it reads the log
 * @param exactlyOnce whether events and their checkpoint go to Kafka in one transaction
 * @param holdExhausted whether a group is held for an operator when one of its events is dead-lettered
 */
public record FeedConfig(
        String log,
        Publisher publisher,
        Optional<URI> url,
        FeedSettings settings,
        LogOrdering ordering,
        boolean exactlyOnce,
        boolean holdExhausted,
        RetryPolicy retry,
        DispatcherSettings.Buffer buffer,
        PollSchedule.Settings pace,
        int maxConcurrentRequests) {
    /** Operator actions, and positions that only events of other topics moved, need no shorter interval. */
    private static final Duration LOOK_AROUND = Duration.ofSeconds(1);

    /** The destination of the events. */
    public record Publisher(String name, Kind kind) {
        /** Where a publisher comes from. */
        public enum Kind {
            /** A sink of the same name. */
            SINK,
            /** Part of Signalbox. */
            BUILT_IN,
            /** A plug-in, from the plug-in directory. Whether it exists shows when that directory is read. */
            PLUGIN
        }
    }

    public String topic() {
        return settings.key().topic();
    }

    /** The name of the feed in log output, metrics and messages. */
    public String displayName() {
        return log + "/" + topic() + "/" + publisher.name();
    }

    /** A feed belongs to one shard, the same on all nodes, and so to one node. */
    public int shard() {
        return Shards.shardOf(settings.key().toString());
    }

    /** The settings of its follower. */
    public FollowerSettings follower() {
        return new FollowerSettings(
                settings.key().toString(), ordering, holdExhausted, shard(), FollowerSettings.Bounds.DEFAULT);
    }

    /** The settings of its dispatcher, within the limits of its sink. */
    public DispatcherSettings dispatcher(SinkLimits limits, Duration retryAfterCap) {
        return new DispatcherSettings(
                ordering == LogOrdering.NONE ? Ordering.NONE : Ordering.BLOCK,
                holdExhausted,
                retry,
                limits,
                maxConcurrentRequests,
                buffer,
                pace,
                retryAfterCap,
                new DispatcherSettings.Maintenance(LOOK_AROUND, Duration.ZERO));
    }
}
