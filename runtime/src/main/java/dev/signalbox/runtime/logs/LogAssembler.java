package dev.signalbox.runtime.logs;

import dev.signalbox.core.coordination.Coordinator.CoordinationException;
import dev.signalbox.core.coordination.RelaySharing;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.log.EventLog;
import dev.signalbox.core.log.FollowerSettings;
import dev.signalbox.core.log.LogFollower;
import dev.signalbox.core.log.exactlyonce.ExactlyOnceSink;
import dev.signalbox.core.relay.Relay;
import dev.signalbox.core.relay.SharedPermits;
import dev.signalbox.core.sink.Sink;
import dev.signalbox.core.source.ClaimSource;
import dev.signalbox.jdbc.lease.ForeignLocks.ForeignLock;
import dev.signalbox.postgres.lease.AdvisoryLockKey;
import dev.signalbox.postgres.log.FeedKey;
import dev.signalbox.postgres.log.PartitionSettings;
import dev.signalbox.postgres.log.PostgresLog;
import dev.signalbox.runtime.config.log.FeedConfig;
import dev.signalbox.runtime.config.log.LogConfig;
import dev.signalbox.runtime.database.LogIdentity;
import dev.signalbox.runtime.database.OpenDatabase;
import dev.signalbox.runtime.logs.RunningLog.RunningFeed;
import dev.signalbox.runtime.metrics.RelayMonitor;
import dev.signalbox.runtime.resources.SharedResources;
import java.util.ArrayList;
import java.util.List;

/** Builds the feeds of a log: one relay for each feed. They share the log's shards and its reader. */
public record LogAssembler(SharedResources shared, OpenDatabase open) {
    public RunningLog follow(LogConfig config, LogIdentity known) throws CoordinationException {
        PostgresLog log = open.log(config, known.name());
        // Other programs use this lock too, and must not publish at the same time.
        String identity = open.sharing() == RelaySharing.WHOLE
                ? AdvisoryLockKey.identityWithLock(known.name(), config.lockKey())
                : known.name();
        List<RunningFeed> feeds = new ArrayList<>();
        for (FeedConfig feed : config.feeds()) {
            FeedEndpoints endpoints = endpoints(config.source(), log.feed(feed.settings()), known, feed);
            feeds.add(feed(endpoints, identity, feed));
        }
        RunningLog running = new RunningLog(
                new RunningLog.LogOnNode(
                        config.name(), known.table(), shared.config().nodeName()),
                log,
                feeds,
                config.partitions().map(partitions -> upkeep(config, partitions, log, known.table())),
                () -> open.notifyOtherNodes(known.table()));
        running.inspect();
        feeds.forEach(feed -> feed.monitor().horizon(running::horizonAgeSeconds));
        return running;
    }

    private static PartitionMaintenance upkeep(
            LogConfig config, PartitionSettings partitions, PostgresLog log, String table) {
        List<FeedKey> feeds =
                config.feeds().stream().map(feed -> feed.settings().key()).toList();
        return new PartitionMaintenance(config.name(), log.partitions(table, partitions, feeds));
    }

    /** The source and the sink of a feed. */
    private record FeedEndpoints(ClaimSource source, Sink sink) {}

    private FeedEndpoints endpoints(String source, EventLog log, LogIdentity known, FeedConfig config)
            throws CoordinationException {
        FollowerSettings follower = config.follower();
        if (!config.exactlyOnce()) {
            return new FeedEndpoints(
                    new LogFollower(log, follower), shared.feedSinks().sink(config));
        }
        String name =
                known.name() + "." + config.topic() + "." + config.publisher().name();
        ExactlyOnceSink once =
                new ExactlyOnceSink(log, follower, shared.feedSinks().transactions(config, source, name));
        return new FeedEndpoints(once.source(), once);
    }

    private RunningFeed feed(FeedEndpoints endpoints, String identity, FeedConfig config) {
        Sink sink = endpoints.sink();
        RelayMonitor monitor = shared.metrics().relay(config.displayName());
        SharedPermits permits = config.publisher().kind() == FeedConfig.Publisher.Kind.SINK
                ? shared.permits().apply(config.publisher().name())
                : new SharedPermits(config.maxConcurrentRequests());
        Relay relay = new Relay(new Relay.Components(
                config.displayName(),
                identity,
                Shards.of(config.shard()),
                config.dispatcher(sink.limits(), shared.feedSinks().retryAfterCap(config)),
                endpoints.source(),
                sink,
                permits::share,
                monitor,
                shared.clock(),
                shared.onBroken()));
        monitor.show(relay::status);
        monitor.lockedOutBy(() -> open.foreignLock(identity).map(ForeignLock::text));
        return new RunningFeed(config, relay, sink, monitor);
    }
}
