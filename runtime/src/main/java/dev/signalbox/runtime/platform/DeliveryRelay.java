package dev.signalbox.runtime.platform;

import dev.signalbox.core.coordination.Coordinator.CoordinationException;
import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.Membership;
import dev.signalbox.core.coordination.Membership.LeaseTerms;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.delivery.DispatcherSettings;
import dev.signalbox.core.delivery.PollSchedule;
import dev.signalbox.core.relay.Node;
import dev.signalbox.core.relay.Node.StopResult;
import dev.signalbox.core.relay.Relay;
import dev.signalbox.core.relay.SharedPermits;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.jdbc.lease.CoordinationSetup;
import dev.signalbox.jdbc.lease.CoordinatorChoice;
import dev.signalbox.jdbc.lease.SideSchemaState;
import dev.signalbox.platform.postgres.delivery.PostgresJobSource;
import dev.signalbox.platform.postgres.delivery.UpkeepResult;
import dev.signalbox.postgres.connection.PostgresConnections;
import dev.signalbox.postgres.lease.PostgresLeases;
import dev.signalbox.postgres.notify.PostgresWakeUpListener;
import dev.signalbox.runtime.config.platform.PlatformConfig;
import dev.signalbox.runtime.config.source.SourceConfig;
import dev.signalbox.runtime.database.MonitoredCoordinator;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The relay that delivers jobs, with this node's lease. It exists once the platform's database has been reached. */
final class DeliveryRelay {
    /** The most requests of all targets together. */
    static final int MOST_REQUESTS = 1_024;

    private static final int HELD_MESSAGES = 20_000;
    private static final int PER_FETCH = 1_000;
    private static final long LEAST_BYTES = 8L << 20;
    private static final long MOST_BYTES = 128L << 20;
    /** The part of the heap that jobs in memory may take. */
    private static final int SHARE_OF_HEAP = 8;

    private static final Duration POLL = Duration.ofSeconds(1);
    private static final Duration RECOVER_EVERY = Duration.ofMinutes(1);

    private final PostgresJobSource source;
    private final Relay relay;
    private final Node node;
    private final @Nullable PostgresWakeUpListener wakeUps;

    private DeliveryRelay(PostgresJobSource source, Relay relay, Node node, @Nullable PostgresWakeUpListener wakeUps) {
        this.source = source;
        this.relay = relay;
        this.node = node;
        this.wakeUps = wakeUps;
    }

    /** @throws CoordinationException if the database cannot be reached, or lacks what several nodes need */
    static DeliveryRelay start(PlatformEnvironment environment, DeliveryDependencies parts)
            throws CoordinationException {
        PostgresConnections connections = environment.connections();
        SourceConfig database = environment.config().database();
        CoordinationSetup coordination = CoordinatorChoice.of(
                new PostgresLeases(connections),
                environment.node(),
                database.coordination().sharing());
        if (coordination.sideSchema() instanceof SideSchemaState.Unavailable(String reason)) {
            coordination.close();
            throw new CoordinationException("no job is delivered without the schema signalbox: "
                    + reason.replaceAll("\\s+", " ")
                    + "; what an administrator has to run is printed by: signalbox schema sql --config FILE");
        }
        PostgresJobSource source = new PostgresJobSource(
                coordination.fence(),
                connections::borrow,
                parts.store().jobs(),
                parts.journal(),
                parts.policies(),
                environment.clock());
        Relay relay = relay(environment, parts, source);
        parts.monitor().show(relay::status);
        parts.monitor().nameOutlets(parts.policies()::name);
        environment.monitor().showUnavailableTargets(() -> relay.status().unavailableOutlets());
        parts.policies().onChange(relay::policiesChanged);
        Node node = new Node(
                new MonitoredCoordinator(coordination.coordinator(), environment.watch()),
                new Membership(
                        LeaseTerms.of(database.leaseTtl()),
                        coordination.sharing(),
                        () -> new Incarnation(UUID.randomUUID().toString())),
                List.of(relay),
                environment.clock(),
                environment.onBroken());
        node.start();
        return new DeliveryRelay(source, relay, node, listen(environment, database, relay));
    }

    private static Relay relay(PlatformEnvironment environment, DeliveryDependencies parts, PostgresJobSource source) {
        SharedPermits permits = new SharedPermits(MOST_REQUESTS);
        return new Relay(new Relay.Components(
                PlatformConfig.NAME,
                PostgresJobSource.RELAY,
                Shards.ALL,
                settings(parts),
                source,
                parts.sink(),
                permits::share,
                parts.monitor(),
                environment.clock(),
                environment.onBroken(),
                parts.policies().startLimits()));
    }

    private static DispatcherSettings settings(DeliveryDependencies parts) {
        long bytes = Math.clamp(Runtime.getRuntime().maxMemory() / SHARE_OF_HEAP, LEAST_BYTES, MOST_BYTES);
        return new DispatcherSettings(
                parts.policies(),
                MOST_REQUESTS,
                new DispatcherSettings.Buffer(HELD_MESSAGES, bytes, PER_FETCH),
                PollSchedule.Settings.upTo(POLL),
                new DispatcherSettings.Maintenance(RECOVER_EVERY, Duration.ZERO));
    }

    private static @Nullable PostgresWakeUpListener listen(
            PlatformEnvironment environment, SourceConfig database, Relay relay) {
        return database.wakeUp() == SourceConfig.WakeUp.AUTO
                ? PostgresWakeUpListener.start(
                        PlatformConfig.NAME,
                        environment.connections(),
                        Map.of(PostgresJobSource.RELAY, relay),
                        environment.clock())
                : null;
    }

    Relay relay() {
        return relay;
    }

    /**
     * Ends what has expired or is not wanted any more, lets go on what may, and notices changed settings.
     *
     * @return empty if this node owns nothing, and nothing was looked at
     */
    Optional<UpkeepResult> upkeep() throws SourceException {
        Optional<UpkeepResult> result = source.upkeep();
        if (result.map(UpkeepResult::mayDeliver).orElse(false)) {
            relay.wake();
        }
        return result;
    }

    StopResult stop(Duration grace) throws InterruptedException {
        if (wakeUps != null) {
            wakeUps.close();
        }
        return node.stop(grace);
    }
}
