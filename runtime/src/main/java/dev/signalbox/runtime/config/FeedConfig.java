package dev.signalbox.runtime.config;

import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.delivery.DispatcherSettings;
import dev.signalbox.core.delivery.Ordering;
import dev.signalbox.core.delivery.PollSchedule;
import dev.signalbox.core.delivery.RetryPolicy;
import dev.signalbox.core.log.FollowerSettings;
import dev.signalbox.core.log.LogOrdering;
import dev.signalbox.core.sink.SinkLimits;
import dev.signalbox.postgres.log.FeedSettings;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;

/**
 * One publisher of one topic, which follows the log at its own pace.
 *
 * @param url the whole address that batches are posted to, if the publisher is a sink that has one
 * @param settings what it wants of the log
 * @param exactlyOnce whether events and a note of them go to Kafka in one transaction
 * @param holdExhausted whether what waits for an event that is given up stays held for an operator
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
    /** What operators want, and positions that only others' events have moved, need not be seen sooner. */
    private static final Duration LOOK_AROUND = Duration.ofSeconds(1);

    /** Who gets the events. */
    public record Publisher(String name, Kind kind) {
        /** Where it comes from. */
        public enum Kind {
            /** A sink of the same name. */
            SINK,
            /** Part of the program. */
            BUILT_IN,
            /** A user's own, from the directory of plugins; whether it is there shows when that is read. */
            PLUGIN
        }
    }

    public String topic() {
        return settings.key().topic();
    }

    /** What it is called in logs, metrics and messages. */
    public String displayName() {
        return log + "/" + topic() + "/" + publisher.name();
    }

    /** A pair belongs to one shard, the same on all nodes, and so to one node. */
    public int shard() {
        return Shards.shardOf(settings.key().toString());
    }

    /** How it follows its log. */
    public FollowerSettings follower() {
        return new FollowerSettings(
                settings.key().toString(), ordering, holdExhausted, shard(), FollowerSettings.Bounds.DEFAULT);
    }

    /** What its dispatcher goes by, with what its sink takes. */
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
