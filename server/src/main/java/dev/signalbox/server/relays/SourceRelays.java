package dev.signalbox.server.relays;

import dev.signalbox.core.coordination.CoordinationException;
import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.LeaseTerms;
import dev.signalbox.core.coordination.Membership;
import dev.signalbox.core.operation.NoRegister;
import dev.signalbox.core.operation.OutboxDesk;
import dev.signalbox.core.operation.RelayRegister;
import dev.signalbox.core.relay.Node;
import dev.signalbox.core.relay.Relay;
import dev.signalbox.core.relay.SharedPermits;
import dev.signalbox.core.relay.Stopped;
import dev.signalbox.core.sink.Sink;
import dev.signalbox.core.source.ClaimSource;
import dev.signalbox.core.time.Clock;
import dev.signalbox.jdbc.lease.Coordination;
import dev.signalbox.jdbc.lease.SideSchemaState;
import dev.signalbox.postgres.connection.PostgresConnections;
import dev.signalbox.postgres.lease.Coordinators;
import dev.signalbox.postgres.notify.Sleeper;
import dev.signalbox.postgres.notify.WakeUpListener;
import dev.signalbox.postgres.notify.WakeUpTrigger;
import dev.signalbox.postgres.operation.PostgresDesk;
import dev.signalbox.postgres.outbox.TableIdentity;
import dev.signalbox.server.config.RelayConfig;
import dev.signalbox.server.config.ServerConfig;
import dev.signalbox.server.config.SourceConfig;
import dev.signalbox.server.metrics.Metrics;
import dev.signalbox.server.metrics.RelayMeters;
import dev.signalbox.server.web.Health;
import dev.signalbox.server.web.RelayView;
import dev.signalbox.sink.http.HttpSink;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The relays of one database: its connections, this node's lease there, and the relays themselves. */
final class SourceRelays {
    private static final System.Logger LOG = System.getLogger(SourceRelays.class.getName());
    private static final Duration TRY_AGAIN_AFTER = Duration.ofSeconds(1);
    private static final int SAY_EVERY = 30;

    /** What all sources share. */
    record Shared(
            ServerConfig config,
            Metrics metrics,
            Function<String, SharedPermits> permits,
            Clock clock,
            Consumer<Throwable> onBroken) {}

    private final SourceConfig source;
    private final List<RelayConfig> configs;
    private final Shared shared;
    private final DatabaseWatch watch;
    private final PostgresConnections connections;
    private final CountDownLatch stopped = new CountDownLatch(1);
    private volatile List<RunningRelay> running = List.of();
    private volatile List<RunningOffice> offices = List.of();
    private @Nullable Node node;
    private @Nullable WakeUpListener wakeUps;

    SourceRelays(SourceConfig source, List<RelayConfig> configs, Shared shared) {
        this.source = source;
        this.configs = configs;
        this.shared = shared;
        this.watch = new DatabaseWatch(shared.clock());
        this.connections = PostgresConnections.open(
                Translation.database(source), shared.config().nodeName());
    }

    void start() {
        Thread.ofVirtual().name("source-" + source.name()).start(this::openWhenReachable);
    }

    List<RelayView> views() {
        List<RunningRelay> now = running;
        return now.isEmpty()
                ? configs.stream()
                        .map(config -> RunningRelay.starting(config, watch))
                        .toList()
                : now.stream().map(relay -> relay.view(watch)).toList();
    }

    /** Empty until the database has been reached. */
    List<RunningOffice> offices() {
        return offices;
    }

    Health.Check check() {
        String trouble = watch.trouble();
        return new Health.Check(
                "source " + source.name(), trouble == null ? Health.Status.UP : Health.Status.DOWN, trouble);
    }

    Stopped stop(Duration grace) throws InterruptedException {
        stopped.countDown();
        Node toStop;
        synchronized (this) {
            toStop = node;
            if (wakeUps != null) {
                wakeUps.close();
            }
        }
        try {
            return toStop == null ? Stopped.CLEAN : toStop.stop(grace);
        } finally {
            running.forEach(relay -> relay.sink().close());
            connections.close();
        }
    }

    private void openWhenReachable() {
        try {
            int attempts = 0;
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
            Map<RelayConfig, String> identities = connections.inTransaction(this::identities);
            begin(coordination(), identities);
            watch.succeeded();
            return true;
        } catch (CoordinationException | SQLException e) {
            String reason = Reasons.of(e);
            watch.failed(reason);
            if (attempts % SAY_EVERY == 0) {
                LOG.log(
                        System.Logger.Level.WARNING,
                        "source {0}: waiting for the database: {1}",
                        source.name(),
                        reason);
            }
            return false;
        }
    }

    private Coordination coordination() throws CoordinationException {
        String nodeName = shared.config().nodeName();
        return switch (source.coordination()) {
            case SHARDS -> Coordinators.shards(connections, nodeName);
            case LEADER -> Coordinators.leader(connections, nodeName);
        };
    }

    private Map<RelayConfig, String> identities(Connection connection) throws SQLException {
        Map<RelayConfig, String> identities = new LinkedHashMap<>();
        for (RelayConfig config : configs) {
            identities.put(
                    config, TableIdentity.of(Translation.layout(config.outbox()).table(), connection));
        }
        return identities;
    }

    private synchronized void begin(Coordination coordination, Map<RelayConfig, String> identities) {
        if (stopped.getCount() == 0) {
            coordination.close();
            return;
        }
        List<RunningRelay> relays = identities.entrySet().stream()
                .map(relay -> relay(relay.getKey(), relay.getValue(), coordination))
                .toList();
        Node started = new Node(
                new WatchedCoordinator(coordination.coordinator(), watch),
                new Membership(LeaseTerms.of(source.leaseTtl()), coordination.sharing(), SourceRelays::incarnation),
                relays.stream().map(RunningRelay::relay).toList(),
                shared.clock(),
                shared.onBroken());
        running = relays;
        offices = relays.stream().map(relay -> office(relay, coordination)).toList();
        node = started;
        started.start();
        Thread.ofVirtual().name("backlog-" + source.name()).start(new BacklogSampler(offices, stopped));
        if (source.wakeUp() == SourceConfig.WakeUp.AUTO) {
            wakeUps = WakeUpListener.start(source.name(), connections, sleepers(relays), shared.clock());
        }
    }

    private static Map<String, Sleeper> sleepers(List<RunningRelay> relays) {
        return relays.stream()
                .map(RunningRelay::relay)
                .collect(Collectors.toMap(Relay::identity, RelaySleeper::new, (one, _) -> one));
    }

    private RunningRelay relay(RelayConfig config, String identity, Coordination coordination) {
        var sinkConfig = shared.config().sink(config.sink());
        ClaimSource outbox = RelayTable.open(config, identity, coordination.fence(), connections);
        Sink sink = new HttpSink(Translation.http(config, sinkConfig), InstantSource.system());
        RelayMeters meters = shared.metrics().relay(config.name());
        RelayReport report = new RelayReport(config.name(), meters, shared.clock());
        Relay relay = new Relay(new Relay.Parts(
                config.name(),
                identity,
                Translation.dispatcher(config, sinkConfig),
                outbox,
                sink,
                shared.permits().apply(config.sink())::share,
                report,
                shared.clock(),
                shared.onBroken()));
        meters.show(relay::status);
        return new RunningRelay(config, relay, sink, report, meters);
    }

    private RunningOffice office(RunningRelay running, Coordination coordination) {
        RelayConfig config = running.config();
        String identity = running.relay().identity();
        boolean side = coordination.sideSchema() instanceof SideSchemaState.Available;
        RelayRegister register = switch (coordination.sideSchema()) {
            case SideSchemaState.Available() ->
                PostgresDesk.register(connections::borrow, identity, coordination.sharing());
            case SideSchemaState.Unavailable(String reason) -> new NoRegister(reason);
        };
        OutboxDesk desk = RelayTable.desk(config, identity, side, connections);
        var ways = new RunningOffice.Ways(
                RelayTable.holding(config), side ? source.coordination().name().toLowerCase(Locale.ROOT) : "lock-only");
        return new RunningOffice(running, desk, register, ways, () -> tellOthers(identity), watch, shared.clock());
    }

    /** Messages that an operator has freed may be another node's, and no trigger has seen it. */
    private void tellOthers(String identity) {
        try (Connection connection = connections.borrow()) {
            WakeUpTrigger.tell(connection, identity);
        } catch (SQLException e) {
            LOG.log(System.Logger.Level.DEBUG, "other nodes find it by polling: {0}", e.getMessage());
        }
    }

    private static Incarnation incarnation() {
        return new Incarnation(UUID.randomUUID().toString());
    }
}
