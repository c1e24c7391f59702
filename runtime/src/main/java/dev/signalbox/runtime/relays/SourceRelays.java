package dev.signalbox.runtime.relays;

import dev.signalbox.core.coordination.Coordinator.CoordinationException;
import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.Membership;
import dev.signalbox.core.coordination.Membership.LeaseTerms;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.delivery.PollSchedule;
import dev.signalbox.core.outbox.OutboxSettings.Retention;
import dev.signalbox.core.relay.Node;
import dev.signalbox.core.relay.Node.StopResult;
import dev.signalbox.core.relay.Relay;
import dev.signalbox.core.relay.WakeUpTarget;
import dev.signalbox.core.routing.sink.RoutedSink;
import dev.signalbox.core.routing.sink.RoutedSink.ClusterBacklog;
import dev.signalbox.core.sink.Sink;
import dev.signalbox.core.source.ClaimSource;
import dev.signalbox.jdbc.lease.ForeignLocks.ForeignLock;
import dev.signalbox.runtime.admin.Health;
import dev.signalbox.runtime.admin.LogAdmin;
import dev.signalbox.runtime.admin.RelayView;
import dev.signalbox.runtime.config.log.LogConfig;
import dev.signalbox.runtime.config.relay.RelayConfig;
import dev.signalbox.runtime.config.source.SourceConfig;
import dev.signalbox.runtime.database.DatabaseMonitor;
import dev.signalbox.runtime.database.FailureText;
import dev.signalbox.runtime.database.LogIdentity;
import dev.signalbox.runtime.database.MonitoredCoordinator;
import dev.signalbox.runtime.database.OpenDatabase;
import dev.signalbox.runtime.database.SourceDatabase;
import dev.signalbox.runtime.logs.LogAssembler;
import dev.signalbox.runtime.logs.PartitionMaintenance;
import dev.signalbox.runtime.logs.RunningLog;
import dev.signalbox.runtime.logs.StartingLog;
import dev.signalbox.runtime.metrics.RelayMonitor;
import dev.signalbox.runtime.resources.SharedResources;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The relays of one database, with its connections and this node's lease. */
final class SourceRelays {
    private static final System.Logger LOG = System.getLogger(SourceRelays.class.getName());
    private static final Duration TRY_AGAIN_AFTER = Duration.ofSeconds(1);
    private static final int SAY_EVERY = 30;
    private static final Duration FIRST_SAMPLE = Duration.ofSeconds(2);
    private static final Duration SAMPLE_EVERY = Duration.ofSeconds(15);

    private final SourceConfig source;
    private final List<RelayConfig> configs;
    private final List<LogConfig> logConfigs;
    private final SharedResources shared;
    private final DatabaseMonitor watch;
    private final SourceDatabase database;
    private final CountDownLatch stopped = new CountDownLatch(1);
    private volatile List<RunningRelay> running = List.of();
    private volatile List<RunningRelayAdmin> admins = List.of();
    private volatile List<RunningLog> logs = List.of();
    private volatile @Nullable OpenDatabase opened;
    /** Only the thread that opens the database uses it. */
    private String waitedFor = "";

    private @Nullable Node node;
    private OpenDatabase.@Nullable WakeUpSubscription subscription;

    SourceRelays(SourceConfig source, List<RelayConfig> configs, List<LogConfig> logConfigs, SharedResources shared) {
        this.source = source;
        this.configs = configs;
        this.logConfigs = logConfigs;
        this.shared = shared;
        this.watch = new DatabaseMonitor(shared.clock());
        this.database = SourceDatabase.of(source, shared.config().nodeName(), shared.clock());
    }

    void start() {
        Thread.ofVirtual().name("source-" + source.name()).start(this::openWhenReachable);
    }

    List<RelayView> views() {
        List<RunningRelay> now = running;
        return now.isEmpty()
                ? configs.stream()
                        .map(config -> RunningRelay.view(config, RelayView.State.STARTING, watch.trouble()))
                        .toList()
                : now.stream().map(relay -> relay.view(watch)).toList();
    }

    /** The relays on a Catbox table. */
    Stream<String> eventRelays() {
        return configs.stream()
                .filter(config -> config.outbox().preset().hasEventSearch())
                .map(RelayConfig::name);
    }

    /** Empty until the database has been reached. */
    List<RunningRelayAdmin> admins() {
        return admins;
    }

    /** Not empty before the database has been reached: the admins then report that. */
    List<LogAdmin> logs() {
        List<RunningLog> now = logs;
        return now.isEmpty()
                ? logConfigs.stream()
                        .<LogAdmin>map(config -> new StartingLog(config, watch))
                        .toList()
                : List.copyOf(now);
    }

    List<Health.Check> checks() {
        String trouble = watch.trouble();
        List<Health.Check> checks = new ArrayList<>();
        checks.add(new Health.Check(
                "source " + source.name(), trouble == null ? Health.Status.UP : Health.Status.DOWN, trouble));
        logs.forEach(log -> checks.add(log.check()));
        running.forEach(relay -> checkLock("relay " + relay.config().name(), relay.relay(), checks));
        logs.forEach(log ->
                log.running().forEach(feed -> checkLock("feed " + feed.config().displayName(), feed.relay(), checks)));
        return checks;
    }

    /** A standby waits for other nodes, and is ready. One that waits for any other session needs an operator. */
    private void checkLock(String name, Relay relay, List<Health.Check> checks) {
        OpenDatabase now = opened;
        Optional<ForeignLock> held = now == null ? Optional.empty() : now.foreignLock(relay.identity());
        held.filter(lock -> lock.time().compareTo(DatabaseMonitor.LONG) >= 0)
                .ifPresent(lock -> checks.add(new Health.Check("lock of " + name, Health.Status.DOWN, lock.text())));
    }

    StopResult stop(Duration grace) throws InterruptedException {
        stopped.countDown();
        Node toStop;
        synchronized (this) {
            toStop = node;
            if (subscription != null) {
                subscription.close();
            }
        }
        try {
            return toStop == null ? StopResult.CLEAN : toStop.stop(grace);
        } finally {
            running.forEach(relay -> relay.sink().close());
            logs.forEach(log -> log.running().forEach(feed -> feed.sink().close()));
            database.close();
        }
    }

    private void openWhenReachable() {
        try {
            int attempts = 0;
            if (stopped.await(source.initialDelay().toMillis(), TimeUnit.MILLISECONDS)) {
                return;
            }
            do {
                if (tryToOpen(attempts++)) {
                    return;
                }
            } while (!stopped.await(TRY_AGAIN_AFTER.toMillis(), TimeUnit.MILLISECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException | Error e) {
            shared.onBroken().accept(e);
        }
    }

    private boolean tryToOpen(int attempts) {
        try {
            Map<RelayConfig, String> identities = database.identities(configs);
            Map<LogConfig, LogIdentity> logIdentities = database.logIdentities(logConfigs);
            // Checked before {@code open}, which may choose a coordination without the missing part; logs need it.
            Optional<String> missing = logConfigs.isEmpty() ? Optional.empty() : database.missingForLogs();
            if (missing.isPresent()) {
                waitFor(missing.get());
                return false;
            }
            begin(database.open(source.coordination(), shared.config().nodeName()), identities, logIdentities);
            watch.succeeded();
            return true;
        } catch (CoordinationException e) {
            String reason = FailureText.of(e);
            watch.failed(reason);
            if (attempts % SAY_EVERY == 0) {
                LOG.log(Level.WARNING, "source {0}: waiting for the database: {1}", source.name(), reason);
            }
            return false;
        }
    }

    /** Logs the reason once, and again only when it changes: it persists until an operator fixes it. */
    private void waitFor(String missing) {
        watch.failed(missing);
        if (!missing.equals(waitedFor)) {
            LOG.log(Level.WARNING, "source {0}: nothing is delivered: {1}", source.name(), missing);
            waitedFor = missing;
        }
    }

    private synchronized void begin(
            OpenDatabase open, Map<RelayConfig, String> identities, Map<LogConfig, LogIdentity> logIdentities)
            throws CoordinationException {
        if (stopped.getCount() == 0) {
            open.coordinator().close();
            return;
        }
        List<RunningRelay> relays = identities.entrySet().stream()
                .map(relay -> relay(relay.getKey(), relay.getValue(), open, identities.keySet()))
                .toList();
        List<RunningLog> followed = follow(open, logIdentities);
        List<Relay> all =
                new ArrayList<>(relays.stream().map(RunningRelay::relay).toList());
        followed.forEach(log -> log.running().forEach(feed -> all.add(feed.relay())));
        Node started = new Node(
                new MonitoredCoordinator(open.coordinator(), watch),
                new Membership(
                        LeaseTerms.of(source.leaseTtl()),
                        open.sharing(),
                        () -> new Incarnation(UUID.randomUUID().toString())),
                all,
                shared.clock(),
                shared.onBroken());
        opened = open;
        running = relays;
        admins = relays.stream().map(relay -> admin(relay, open)).toList();
        logs = followed;
        node = started;
        started.start();
        Thread.ofVirtual().name("backlog-" + source.name()).start(this::sampleUntilStopped);
        List<PartitionMaintenance> upkeeps =
                followed.stream().flatMap(log -> log.upkeep().stream()).toList();
        if (!upkeeps.isEmpty()) {
            Thread.ofVirtual()
                    .name("upkeep-" + source.name())
                    .start(() -> PartitionMaintenance.tendUntil(stopped, upkeeps, shared.onBroken()));
        }
        if (source.wakeUp() == SourceConfig.WakeUp.AUTO) {
            subscription = open.listen(wakeUpTargets(relays, followed));
        }
    }

    /** Measures the backlogs for the metrics. */
    private void sampleUntilStopped() {
        try {
            Duration wait = FIRST_SAMPLE;
            while (!stopped.await(wait.toMillis(), TimeUnit.MILLISECONDS)) {
                admins.forEach(RunningRelayAdmin::sample);
                logs.forEach(RunningLog::sample);
                wait = SAMPLE_EVERY;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** All feeds of one table. A wake-up of the table wakes all of them. */
    private record FeedWakeUpTargets(List<? extends WakeUpTarget> feeds) implements WakeUpTarget {
        @Override
        public void wake() {
            feeds.forEach(WakeUpTarget::wake);
        }

        @Override
        public void wakeUps(PollSchedule.WakeUps state) {
            feeds.forEach(feed -> feed.wakeUps(state));
        }

        /** Idle as soon as one feed is. */
        @Override
        public boolean isIdle() {
            return feeds.stream().anyMatch(WakeUpTarget::isIdle);
        }
    }

    private static Map<String, WakeUpTarget> wakeUpTargets(List<RunningRelay> relays, List<RunningLog> logs) {
        Map<String, WakeUpTarget> targets = new HashMap<>();
        relays.forEach(relay -> targets.putIfAbsent(relay.relay().identity(), relay.relay()));
        logs.stream()
                .collect(Collectors.groupingBy(RunningLog::table))
                .forEach((table, same) -> targets.put(
                        table,
                        new FeedWakeUpTargets(same.stream()
                                .flatMap(log -> log.running().stream())
                                .map(RunningLog.RunningFeed::relay)
                                .toList())));
        return targets;
    }

    private List<RunningLog> follow(OpenDatabase open, Map<LogConfig, LogIdentity> identities)
            throws CoordinationException {
        List<RunningLog> followed = new ArrayList<>();
        for (Map.Entry<LogConfig, LogIdentity> each : identities.entrySet()) {
            followed.add(new LogAssembler(shared, open).follow(each.getKey(), each.getValue()));
        }
        return followed;
    }

    /** @param all the relays of this source, with the names that their tables have in the database */
    private RunningRelay relay(RelayConfig config, String identity, OpenDatabase open, Set<RelayConfig> all) {
        var sinkConfig = shared.config().sink(config.sink());
        ClaimSource outbox = open.source(config, identity);
        Sink sink = config.routes().isEmpty()
                ? shared.sinks().open(config.sink(), config.url())
                : shared.sinks().routed(config, open.ledger(identity), clusterBacklog(config, all, open));
        RelayMonitor monitor = shared.metrics().relay(config.name());
        if (config.outbox().settings().retention() instanceof Retention.ArchiveAfter) {
            monitor.archives();
        }
        Relay relay = new Relay(new Relay.Components(
                config.name(),
                identity,
                Shards.ALL,
                config.dispatcher(sink.limits(), sinkConfig.retryAfterCap()),
                outbox,
                sink,
                shared.permits().apply(config.sink())::share,
                monitor,
                shared.clock(),
                shared.onBroken()));
        monitor.show(relay::status);
        monitor.lockedOutBy(() -> open.foreignLock(identity).map(ForeignLock::text));
        if (sink instanceof RoutedSink routed) {
            monitor.show(config.sinks(), routed::outages);
        }
        return new RunningRelay(config, relay, sink, monitor);
    }

    private static Optional<ClusterBacklog> clusterBacklog(RelayConfig relay, Set<RelayConfig> all, OpenDatabase open) {
        List<RelayConfig> followUps = all.stream()
                .filter(other -> other.followUpOf().equals(Optional.of(relay.name())))
                .toList();
        return followUps.isEmpty() ? Optional.empty() : Optional.of(open.clusterBacklog(followUps));
    }

    private RunningRelayAdmin admin(RunningRelay running, OpenDatabase open) {
        RelayConfig config = running.config();
        String identity = running.relay().identity();
        return new RunningRelayAdmin(
                running,
                open.outboxAdmin(config, identity),
                open.register(identity),
                open.hasTablesOfOurOwn() ? source.coordination().name().toLowerCase(Locale.ROOT) : "lock-only",
                () -> open.notifyOtherNodes(identity),
                watch,
                shared.clock(),
                config.routes().isEmpty() ? Optional.empty() : Optional.of(open.ledger(identity)));
    }
}
