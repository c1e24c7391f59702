package dev.signalbox.runtime.relays;

import dev.signalbox.core.coordination.CoordinationException;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.coordination.Sharing;
import dev.signalbox.core.log.EventLog;
import dev.signalbox.core.log.FollowerSettings;
import dev.signalbox.core.log.LogFollower;
import dev.signalbox.core.once.ExactlyOnce;
import dev.signalbox.core.relay.Relay;
import dev.signalbox.core.relay.SharedPermits;
import dev.signalbox.core.sink.Sink;
import dev.signalbox.core.source.ClaimSource;
import dev.signalbox.postgres.lease.RelayKey;
import dev.signalbox.postgres.log.PairKey;
import dev.signalbox.postgres.log.PairSettings;
import dev.signalbox.postgres.log.PostgresLog;
import dev.signalbox.runtime.config.LogConfig;
import dev.signalbox.runtime.config.PairConfig;
import dev.signalbox.runtime.config.SourceConfig;
import dev.signalbox.runtime.config.TopicConfig;
import dev.signalbox.runtime.metrics.RelayMeters;
import java.util.ArrayList;
import java.util.List;

/** Puts together what follows a log: one relay for each pair, which all share its shards and its reader. */
record LogAssembly(SourceConfig source, SourceRelays.Shared shared, OpenDatabase open) {
    RunningLog follow(LogConfig config, LogIdentity known) throws CoordinationException {
        PostgresLog log = open.log(config, known.name());
        // The lock is known to other programs too, which must not publish at the same time.
        String identity = open.sharing() == Sharing.WHOLE
                ? RelayKey.identityWithLock(known.name(), config.lockKey())
                : known.name();
        List<RunningPair> pairs = new ArrayList<>();
        for (TopicConfig topic : config.topics()) {
            for (PairConfig pair : topic.pairs()) {
                pairs.add(pair(log, known, identity, LogTranslation.pair(topic, pair), pair));
            }
        }
        RunningLog running = new RunningLog(
                new RunningLog.Place(
                        config.name(), known.table(), shared.config().nodeName()),
                log,
                pairs,
                config.partitions().map(partitions -> upkeep(config, partitions, log, known.table())),
                () -> open.tellOthers(known.table()));
        running.look().again();
        pairs.forEach(pair -> pair.meters().horizon(running::horizonAgeSeconds));
        return running;
    }

    private static LogUpkeep upkeep(LogConfig config, LogConfig.Partitions partitions, PostgresLog log, String table) {
        List<PairKey> pairs = config.pairs().stream().map(LogTranslation::key).toList();
        return new LogUpkeep(config.name(), log.partitions(table, LogTranslation.partitions(partitions), pairs));
    }

    /** Where a pair's events come from and go to. */
    private record Ends(ClaimSource source, Sink sink) {}

    private Ends ends(EventLog log, LogIdentity known, PairConfig config) {
        FollowerSettings follower = LogTranslation.follower(config);
        if (!config.exactlyOnce()) {
            return new Ends(new LogFollower(log, follower), shared.pairSinks().sink(config));
        }
        String name =
                known.name() + "." + config.topic() + "." + config.publisher().name();
        ExactlyOnce once = new ExactlyOnce(log, follower, shared.pairSinks().transactions(config, name));
        return new Ends(once.source(), once);
    }

    private RunningPair pair(
            PostgresLog log, LogIdentity known, String identity, PairSettings settings, PairConfig config) {
        Ends ends = ends(log.pair(settings), known, config);
        Sink sink = ends.sink();
        RelayMeters meters = shared.metrics().relay(config.displayName());
        RelayReport report = new RelayReport(config.displayName(), meters, shared.clock());
        SharedPermits permits = config.publisher().kind() == PairConfig.Publisher.Kind.SINK
                ? shared.permits().apply(config.publisher().name())
                : new SharedPermits(config.maxConcurrentRequests());
        Relay relay = new Relay(new Relay.Parts(
                config.displayName(),
                identity,
                Shards.of(LogTranslation.shard(config)),
                LogTranslation.dispatcher(
                        source, config, sink.limits(), shared.pairSinks().retryAfterCap(config)),
                ends.source(),
                sink,
                permits::share,
                report,
                shared.clock(),
                shared.onBroken()));
        meters.show(relay::status);
        return new RunningPair(config, settings, relay, sink, report, meters);
    }
}
