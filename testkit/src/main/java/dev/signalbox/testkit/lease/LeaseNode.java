package dev.signalbox.testkit.lease;

import static java.util.Objects.requireNonNull;

import dev.signalbox.core.coordination.Coordinator;
import dev.signalbox.core.coordination.Coordinator.Acquisition;
import dev.signalbox.core.coordination.Coordinator.CoordinationException;
import dev.signalbox.core.coordination.Coordinator.Renewal.RelayState;
import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.Shards;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;

/** A node under test: its components, and its present incarnation. */
public final class LeaseNode implements AutoCloseable {
    public static final String RELAY = "shop-events";

    private final String name;
    private final NodeComponents components;
    private final Duration ttl;
    private Incarnation incarnation = fresh();
    private boolean closed;

    private LeaseNode(String name, NodeComponents parts, Duration ttl) {
        this.name = name;
        this.components = parts;
        this.ttl = ttl;
    }

    /** A node that has joined. */
    public static LeaseNode join(String name, NodeComponents parts, Duration ttl) throws Exception {
        LeaseNode node = new LeaseNode(name, parts, ttl);
        try {
            node.joinAgain();
            return node;
        } catch (CoordinationException | RuntimeException e) {
            node.close();
            throw e;
        }
    }

    public String name() {
        return name;
    }

    public Coordinator coordinator() {
        return components.coordinator();
    }

    public Incarnation incarnation() {
        return incarnation;
    }

    public void joinAgain() throws CoordinationException {
        incarnation = coordinator().join(fresh(), ttl, Set.of(RELAY));
    }

    public boolean renew() throws CoordinationException {
        return coordinator().renew(incarnation, ttl).ours();
    }

    /** Renews, and returns the state of the relay. */
    public RelayState relayState() throws CoordinationException {
        return requireNonNull(coordinator().renew(incarnation, ttl).relays().get(RELAY));
    }

    /** @param shards all of them if none is named */
    public Acquisition acquire(int... shards) throws CoordinationException {
        return coordinator().acquire(incarnation, RELAY, named(shards));
    }

    /** @param shards all of them if none is named */
    public void release(int... shards) throws CoordinationException {
        coordinator().release(incarnation, RELAY, named(shards));
    }

    private static Shards named(int... shards) {
        return shards.length == 0 ? Shards.ALL : Shards.of(shards);
    }

    public boolean acquires() throws CoordinationException {
        return acquire() instanceof Acquisition.Acquired;
    }

    public void resign() throws CoordinationException {
        coordinator().resign(incarnation);
    }

    /** Adds a row to the fenced table; false if this incarnation is fenced. */
    public boolean writes() throws Exception {
        return components.fencedTable().add(incarnation);
    }

    /** Changes the common row of the fenced table; false if this incarnation is fenced. */
    public boolean signs() throws Exception {
        return components.fencedTable().sign(incarnation);
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            coordinator().close();
            components.connections().close();
        }
    }

    private static Incarnation fresh() {
        return new Incarnation(UUID.randomUUID().toString());
    }

    /** What a node does in each turn of a race. */
    public interface Turn {
        void play(LeaseNode node, Random random) throws Exception;
    }

    /** Runs the nodes' turns concurrently, at random by the seed, and at most this many of each. */
    public static void race(List<LeaseNode> nodes, long seed, int most, BooleanSupplier goOn, Turn turn)
            throws Exception {
        List<Callable<Void>> racers = new ArrayList<>();
        for (int i = 0; i < nodes.size(); i++) {
            LeaseNode node = nodes.get(i);
            Random random = new Random(seed + i);
            racers.add(() -> {
                for (int round = 0; round < most && goOn.getAsBoolean(); round++) {
                    turn.play(node, random);
                }
                return null;
            });
        }
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<Void> racer : threads.invokeAll(racers)) {
                racer.get();
            }
        }
    }
}
