package dev.signalbox.testkit.sim;

import dev.signalbox.core.coordination.Coordinator.Acquisition;
import dev.signalbox.core.coordination.Coordinator.CoordinationException;
import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.Membership;
import dev.signalbox.core.coordination.Membership.LeaseTerms;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.delivery.Dispatcher;
import dev.signalbox.core.delivery.DispatcherSettings;
import dev.signalbox.core.delivery.DispatcherStatus;
import dev.signalbox.core.delivery.Permits;
import dev.signalbox.core.delivery.PollSchedule;
import dev.signalbox.core.delivery.RetryPolicy;
import dev.signalbox.core.delivery.RetryPolicy.Backoff;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.relay.RelayListener;
import dev.signalbox.core.sink.Sink.SinkLimits;
import dev.signalbox.testkit.memory.InMemoryCoordinator;
import dev.signalbox.testkit.memory.InMemoryDatabase;
import dev.signalbox.testkit.memory.InMemoryOutbox;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/** What the nodes of one simulation share, and the settings they are built with. */
final class SimulatedCluster {
    static final Duration TTL = Duration.ofMillis(2500);

    final VirtualTime time;
    final SimulationPlan plan;
    private final PlantedFault plantedFault;
    final InMemoryDatabase database;
    final InMemoryCoordinator coordinator;
    final DeliveryOracle oracle;
    final SimulatedReceiver receiver;
    private final Map<String, Instant> watermarks = new HashMap<>();
    private int incarnations;

    SimulatedCluster(VirtualTime time, SimulationPlan plan, PlantedFault plantedFault) {
        this.time = time;
        this.plan = plan;
        this.plantedFault = plantedFault;
        this.database = new InMemoryDatabase(time::databaseTime);
        this.coordinator = new InMemoryCoordinator(database, plan.sharing) {
            @Override
            public Acquisition acquire(Incarnation incarnation, String relay, Shards wanted)
                    throws CoordinationException {
                return plantedFault == PlantedFault.TWO_OWNERS && time.chance(0.2)
                        ? new Acquisition.Acquired(Shards.ALL)
                        : super.acquire(incarnation, relay, wanted);
            }
        };
        this.oracle = new DeliveryOracle(time, plan, database);
        this.receiver = new SimulatedReceiver(time, plan, oracle);
    }

    long networkDelay() {
        // Now and then a slow one, so that answers overtake each other.
        Duration most = time.chance(0.05) ? Duration.ofMillis(300) : Duration.ofMillis(5);
        return time.between(Duration.ofNanos(100_000), most);
    }

    boolean kills(Message message) {
        return plan.killers.contains(SimulatedReceiver.indexOf(message));
    }

    InMemoryOutbox newOutbox() {
        var terms =
                new InMemoryOutbox.Settings(plan.claimMode, plan.ordering, false, Duration.ofMinutes(5), Duration.ZERO);
        return new InMemoryOutbox(database, SimNode.RELAY, terms);
    }

    FaultyOutbox plant(InMemoryOutbox outbox) {
        return new FaultyOutbox(plantedFault, database, outbox, watermarks);
    }

    Membership newMembership(int node, int life) {
        return new Membership(
                LeaseTerms.of(TTL),
                plan.sharing,
                () -> new Incarnation("n" + node + "." + life + "." + incarnations++));
    }

    /** What a node believes to own. */
    Shards believed(Shards owned) {
        return plantedFault == PlantedFault.FOREIGN_SHARDS && !owned.isEmpty() ? Shards.ALL : owned;
    }

    Shards drained(DispatcherStatus status) {
        return plantedFault == PlantedFault.HASTY_RELEASE ? Shards.ALL : status.drained();
    }

    Dispatcher newDispatcher(Permits permits) {
        var backoff = new Backoff(Duration.ofMillis(200), 2, Duration.ofSeconds(5), 0.2);
        var settings = new DispatcherSettings(
                plan.ordering,
                false,
                new RetryPolicy(plan.maxRetries, backoff),
                new SinkLimits(plan.batchSize, 1 << 20),
                plan.maxRequests,
                new DispatcherSettings.Buffer(plan.bufferSize, 1 << 20, Math.max(1, plan.bufferSize / 2)),
                PollSchedule.Settings.upTo(Duration.ofMillis(200)).thenSlower(3, 2, Duration.ofSeconds(1)),
                Duration.ofSeconds(10),
                new DispatcherSettings.Maintenance(Duration.ofSeconds(20), Duration.ZERO));
        return new Dispatcher(settings, permits, new RelayListener() {});
    }
}
