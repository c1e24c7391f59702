package dev.signalbox.testkit.sim;

import dev.signalbox.core.message.Payload;
import dev.signalbox.testkit.memory.InMemoryOutboxRow;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One run of a cluster in virtual time. All faults are drawn from a seed, which always gives the same run. */
public final class Simulation {
    private final VirtualTime time;
    private final SimulationPlan plan;
    private final SimulatedCluster cluster;
    private final List<SimNode> nodes = new ArrayList<>();

    /** How a run ended; without violations all promises held. */
    public record Report(long seed, String plan, List<String> violations, int messages, long virtualNanos) {
        public boolean isGood() {
            return violations.isEmpty();
        }
    }

    private Simulation(long seed, boolean hasOutlets, PlantedFault plantedFault, @Nullable Consumer<String> trace) {
        this.time = new VirtualTime(seed, trace);
        this.plan = new SimulationPlan(time, hasOutlets);
        this.cluster = new SimulatedCluster(time, plan, plantedFault);
    }

    /** @param trace gets a line for each event, or null */
    public static Report run(long seed, PlantedFault plantedFault, @Nullable Consumer<String> trace) {
        return new Simulation(seed, plantedFault.needsOutlets(), plantedFault, trace).run(seed);
    }

    /** A run of a relay with hundreds of outlets, which die and come back, are paused or slow. */
    public static Report runOutlets(long seed, PlantedFault plantedFault, @Nullable Consumer<String> trace) {
        return new Simulation(seed, true, plantedFault, trace).run(seed);
    }

    private Report run(long seed) {
        for (int i = 0; i < plan.nodes; i++) {
            SimNode node = new SimProcess(time, true).node(cluster, i);
            nodes.add(node);
            Duration latest = i > 0 && time.chance(0.3) ? Duration.ofSeconds(25) : Duration.ofSeconds(2);
            time.in(time.between(Duration.ZERO, latest), node::start);
        }
        write(cluster);
        trouble();
        long step = Duration.ofSeconds(1).toNanos();
        for (long until = step; until <= SimulationPlan.END; until += step) {
            time.runUntil(until);
            boolean over = until > SimulationPlan.CALM && cluster.oracle.isAllConcluded();
            if (over || !cluster.oracle.violations().isEmpty()) {
                break;
            }
        }
        cluster.oracle.finish();
        return new Report(seed, plan.toString(), List.copyOf(cluster.oracle.violations()), plan.messages, time.now());
    }

    /** Writers of one group wait for each other; those of different groups overlap and commit in any order. */
    static void write(SimulatedCluster cluster) {
        VirtualTime time = cluster.time;
        SimulationPlan plan = cluster.plan;
        long[] groupFree = new long[plan.groups];
        long latest = Duration.ofSeconds(30).toNanos();
        OutletPlan outlets = plan.outlets;
        for (int i = 0; outlets != null && i < plan.messages; i++) {
            writeToOutlet(cluster, outlets.draw(), i);
        }
        for (int i = 0; outlets == null && i < plan.messages; i++) {
            int group = time.chance(plan.hotGroup) ? 0 : time.random.nextInt(plan.groups);
            boolean grouped = !time.chance(0.1);
            long begin = Math.max(grouped ? groupFree[group] : 0, latest * i / plan.messages);
            long commit = begin + time.between(Duration.ZERO, Duration.ofMillis(time.chance(0.1) ? 3000 : 20));
            if (grouped) {
                groupFree[group] = commit + 1000;
            }
            insertAt(cluster, commit, i, grouped ? "g" + group : null, begin, 0);
        }
    }

    /** The backlog is there from the beginning; the same few groups are in all outlets. */
    private static void writeToOutlet(SimulatedCluster cluster, long outlet, int index) {
        VirtualTime time = cluster.time;
        Duration latest = outlet == OutletPlan.BACKLOG ? Duration.ofMillis(10) : Duration.ofSeconds(30);
        long commit = latest.toNanos() * index / cluster.plan.messages;
        String group = time.chance(0.3) ? null : "g" + time.random.nextInt(3);
        insertAt(cluster, commit, index, group, commit, outlet);
    }

    private static void insertAt(
            SimulatedCluster cluster, long commit, int index, @Nullable String group, long begin, long outlet) {
        VirtualTime time = cluster.time;
        Instant createdAt = time.databaseTime().plusNanos(begin / 1000 * 1000);
        String id = "m%05d".formatted(index);
        InMemoryOutboxRow row =
                new InMemoryOutboxRow(id, group, "EVENT", Payload.of("{\"n\":" + index + "}"), createdAt, outlet);
        time.at(commit, () -> {
            time.trace(() -> "commit " + row.id + " in " + row.group);
            cluster.database.insert(row);
            cluster.oracle.committed(row, index);
        });
    }

    private void trouble() {
        for (int i = 0; i < plan.crashes; i++) {
            SimNode node = anyNode();
            time.at(anyTime(), node::crash);
        }
        for (int i = 0; i < plan.pauses; i++) {
            SimNode node = anyNode();
            long length = time.between(Duration.ofMillis(500), Duration.ofSeconds(10));
            time.at(time.random.nextLong(SimulationPlan.CALM - length), () -> node.pause(length));
        }
        for (int i = 0; i < plan.partitions; i++) {
            SimNode node = anyNode();
            long length = time.between(Duration.ofMillis(500), Duration.ofSeconds(10));
            time.at(time.random.nextLong(SimulationPlan.CALM - length), () -> node.partition(length));
        }
        for (int i = 0; i < plan.rowLocks; i++) {
            String id = "m%05d".formatted(time.random.nextInt(plan.messages));
            long from = anyTime();
            time.at(from, () -> cluster.database.lock(id));
            long to = from + time.between(Duration.ofMillis(100), Duration.ofSeconds(8));
            time.at(to, () -> cluster.database.unlock(id));
        }
        for (int i = 0; i < plan.pauseOrders; i++) {
            long from = time.random.nextLong(SimulationPlan.CALM / 2);
            time.at(from, () -> cluster.database.pause(SimNode.RELAY, true));
            long to = from + time.between(Duration.ofSeconds(1), Duration.ofSeconds(10));
            time.at(to, () -> cluster.database.pause(SimNode.RELAY, false));
        }
        for (int i = 0; i < plan.restarts; i++) {
            SimNode node = anyNode();
            time.at(anyTime(), node::restart);
        }
        if (plan.outlets != null) {
            plan.outlets
                    .pauseOrders()
                    .forEach(order ->
                            time.at(order.at(), () -> nodes.forEach(node -> node.policyChanged(order.outlet()))));
        }
    }

    private long anyTime() {
        return time.random.nextLong(SimulationPlan.CALM);
    }

    private SimNode anyNode() {
        return nodes.get(time.random.nextInt(nodes.size()));
    }
}
