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
import dev.signalbox.core.delivery.OutletPolicies;
import dev.signalbox.core.delivery.OutletPolicy;
import dev.signalbox.core.delivery.Permits;
import dev.signalbox.core.delivery.PollSchedule;
import dev.signalbox.core.delivery.RetryPolicy;
import dev.signalbox.core.delivery.RetryPolicy.Backoff;
import dev.signalbox.core.delivery.StartLimits;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.relay.RelayListener;
import dev.signalbox.core.sink.Sink.SinkLimits;
import dev.signalbox.testkit.memory.InMemoryCoordinator;
import dev.signalbox.testkit.memory.InMemoryDatabase;
import dev.signalbox.testkit.memory.InMemoryOutbox;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What the nodes of one simulation share, and the settings they are built with. */
final class SimulatedCluster {
    static final Duration TTL = Duration.ofMillis(2500);
    private static final Backoff BACKOFF = new Backoff(Duration.ofMillis(200), 2, Duration.ofSeconds(5), 0.2);
    private static final Duration RETRY_AFTER_CAP = Duration.ofSeconds(10);
    private static final PollSchedule.Settings POLLING =
            PollSchedule.Settings.upTo(Duration.ofMillis(200)).thenSlower(3, 2, Duration.ofSeconds(1));
    private static final DispatcherSettings.Maintenance MAINTENANCE =
            new DispatcherSettings.Maintenance(Duration.ofSeconds(20), Duration.ZERO);

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

    /** How long a request is under way; a slow outlet takes its time. */
    long requestDelay(List<Message> batch) {
        long delay = networkDelay();
        boolean slow =
                plan.outlets != null && plan.outlets.isSlow(batch.getFirst().outlet());
        return slow ? delay + time.between(Duration.ofSeconds(1), Duration.ofSeconds(3)) : delay;
    }

    boolean kills(Message message) {
        return plan.killers.contains(SimulatedReceiver.indexOf(message));
    }

    InMemoryOutbox newOutbox() {
        OutletPlan outlets = plan.outlets;
        var terms = new InMemoryOutbox.Settings(
                plan.claimMode,
                plan::ordering,
                outlets == null ? _ -> StartLimits.NO_POOL : outlets::pool,
                false,
                Duration.ofMinutes(5),
                Duration.ZERO);
        return new InMemoryOutbox(database, SimNode.RELAY, terms);
    }

    FaultyOutbox plant(InMemoryOutbox outbox) {
        return new FaultyOutbox(plantedFault, database, outbox, watermarks);
    }

    SharedCircuit newSharedCircuit() {
        return new SharedCircuit(plantedFault);
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
        OutletPlan outlets = plan.outlets;
        StartLimits startLimits = outlets == null ? StartLimits.NO_LIMITS : outlets.startLimits();
        return new Dispatcher(
                outlets == null ? settings() : settings(outlets), permits, startLimits, new RelayListener() {});
    }

    private DispatcherSettings settings() {
        return new DispatcherSettings(
                plan.ordering,
                false,
                new RetryPolicy(plan.maxRetries, BACKOFF),
                new SinkLimits(plan.batchSize, 1 << 20),
                plan.maxRequests,
                buffer(),
                POLLING,
                RETRY_AFTER_CAP,
                MAINTENANCE);
    }

    private DispatcherSettings.Buffer buffer() {
        return new DispatcherSettings.Buffer(plan.bufferSize, 1 << 20, Math.max(1, plan.bufferSize / 2));
    }

    private DispatcherSettings settings(OutletPlan outlets) {
        OutletPolicies policies = new OutletPolicies() {
            @Override
            public OutletPolicy of(long outlet) {
                return policy(outlets, outlet);
            }

            @Override
            public int firstClaim() {
                return OutletPlan.MOST_HELD;
            }
        };
        return new DispatcherSettings(policies, plan.maxRequests, buffer(), POLLING, MAINTENANCE);
    }

    private OutletPolicy policy(OutletPlan outlets, long outlet) {
        return new OutletPolicy(
                outlets.ordering(outlet),
                false,
                new RetryPolicy(plan.maxRetries, BACKOFF),
                new SinkLimits(plan.batchSize, 1 << 20),
                OutletPolicy.usualProbes(RETRY_AFTER_CAP),
                outlets.limits(outlet));
    }
}
