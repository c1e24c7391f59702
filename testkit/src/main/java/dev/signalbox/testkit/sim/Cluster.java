package dev.signalbox.testkit.sim;

import dev.signalbox.core.coordination.Acquisition;
import dev.signalbox.core.coordination.CoordinationException;
import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.LeaseTerms;
import dev.signalbox.core.coordination.Membership;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.delivery.Backoff;
import dev.signalbox.core.delivery.Dispatcher;
import dev.signalbox.core.delivery.DispatcherSettings;
import dev.signalbox.core.delivery.DispatcherStatus;
import dev.signalbox.core.delivery.Pace;
import dev.signalbox.core.delivery.Permits;
import dev.signalbox.core.delivery.RetryPolicy;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.sink.SinkLimits;
import dev.signalbox.testkit.SilentJournal;
import dev.signalbox.testkit.memory.InMemoryCoordinator;
import dev.signalbox.testkit.memory.InMemoryDatabase;
import dev.signalbox.testkit.memory.InMemoryOutbox;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/** What the nodes of one simulation share, and the settings they are built with. */
final class Cluster {
    static final Duration TTL = Duration.ofMillis(2500);

    private final World world;
    private final Plan plan;
    private final Plant plant;
    private final InMemoryDatabase database;
    private final InMemoryCoordinator coordinator;
    private final Oracle oracle;
    private final Receiver receiver;
    private final Map<String, Instant> watermarks = new HashMap<>();
    private int incarnations;

    Cluster(World world, Plan plan, Plant plant) {
        this.world = world;
        this.plan = plan;
        this.plant = plant;
        this.database = new InMemoryDatabase(world::databaseTime);
        this.coordinator = new InMemoryCoordinator(database, plan.sharing);
        this.oracle = new Oracle(world, plan, database);
        this.receiver = new Receiver(world, plan, oracle);
    }

    World world() {
        return world;
    }

    Plan plan() {
        return plan;
    }

    Oracle oracle() {
        return oracle;
    }

    Receiver receiver() {
        return receiver;
    }

    InMemoryDatabase database() {
        return database;
    }

    InMemoryCoordinator coordinator() {
        return coordinator;
    }

    long networkDelay() {
        // Now and then a slow one, so that answers overtake each other.
        Duration most = world.chance(0.05) ? Duration.ofMillis(300) : Duration.ofMillis(5);
        return world.between(Duration.ofNanos(100_000), most);
    }

    boolean kills(Message message) {
        return plan.killers.contains(Receiver.indexOf(message));
    }

    InMemoryOutbox newOutbox() {
        var terms = new InMemoryOutbox.Terms(plan.holding, plan.ordering, false, Duration.ofMinutes(5), Duration.ZERO);
        return new InMemoryOutbox(database, SimNode.RELAY, terms);
    }

    PlantedOutbox plant(InMemoryOutbox outbox) {
        return new PlantedOutbox(plant, database, outbox, watermarks);
    }

    Membership newMembership(int node, int life) {
        return new Membership(
                LeaseTerms.of(TTL),
                plan.sharing,
                () -> new Incarnation("n" + node + "." + life + "." + incarnations++));
    }

    Acquisition acquire(Incarnation incarnation, String relay, Shards wanted) throws CoordinationException {
        if (plant == Plant.TWO_OWNERS && world.chance(0.2)) {
            return new Acquisition.Acquired(Shards.ALL);
        }
        return coordinator.acquire(incarnation, relay, wanted);
    }

    /** What a node thinks it owns. */
    Shards believed(Shards owned) {
        return plant == Plant.FOREIGN_SHARDS && !owned.isEmpty() ? Shards.ALL : owned;
    }

    Shards drained(DispatcherStatus status) {
        return plant == Plant.HASTY_RELEASE ? Shards.ALL : status.drained();
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
                Pace.Settings.upTo(Duration.ofMillis(200)).thenSlower(3, 2, Duration.ofSeconds(1)),
                Duration.ofSeconds(10),
                new DispatcherSettings.Chores(Duration.ofSeconds(20), Duration.ZERO));
        return new Dispatcher(settings, permits, SilentJournal.INSTANCE);
    }
}
