package dev.signalbox.testkit.sim;

import dev.signalbox.core.message.Payload;
import dev.signalbox.testkit.memory.Row;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One run of a cluster in virtual time, with everything it meets drawn from a seed. The same seed gives the same run to
 * the last event.
 */
public final class Simulation {
    private final World world;
    private final Plan plan;
    private final Cluster cluster;
    private final List<SimNode> nodes = new ArrayList<>();

    /**
     * How a run ended.
     *
     * @param violations broken promises; empty if all held
     */
    public record Report(
            long seed,
            String plan,
            List<String> violations,
            int messages,
            int arrivals,
            int duplicates,
            long virtualNanos) {
        public boolean isGood() {
            return violations.isEmpty();
        }
    }

    private Simulation(long seed, Plant plant, @Nullable Consumer<String> trace) {
        this.world = new World(seed, trace);
        this.plan = new Plan(world);
        this.cluster = new Cluster(world, plan, plant);
    }

    public static Report run(long seed) {
        return run(seed, Plant.NONE);
    }

    public static Report run(long seed, Plant plant) {
        return new Simulation(seed, plant, null).run0(seed);
    }

    /** Runs with a trace of all that happens. */
    public static Report run(long seed, Plant plant, Consumer<String> trace) {
        return new Simulation(seed, plant, trace).run0(seed);
    }

    private Report run0(long seed) {
        for (int i = 0; i < plan.nodes; i++) {
            SimNode node = new SimProcess(world, true).node(cluster, i);
            nodes.add(node);
            Duration latest = i > 0 && world.chance(0.3) ? Duration.ofSeconds(25) : Duration.ofSeconds(2);
            world.in(world.between(Duration.ZERO, latest), node::start);
        }
        write(cluster);
        trouble();
        long step = Duration.ofSeconds(1).toNanos();
        for (long time = step; time <= Plan.END; time += step) {
            world.runUntil(time);
            boolean over = time > Plan.CALM && cluster.oracle().isAllConcluded();
            if (over || !cluster.oracle().violations().isEmpty()) {
                break;
            }
        }
        cluster.oracle().finish();
        Oracle oracle = cluster.oracle();
        return new Report(
                seed,
                plan.toString(),
                List.copyOf(oracle.violations()),
                plan.messages,
                oracle.arrivals(),
                oracle.duplicates(),
                world.now());
    }

    /** Writers of one group wait for each other; those of different groups overlap and commit in any order. */
    static void write(Cluster cluster) {
        World world = cluster.world();
        Plan plan = cluster.plan();
        long[] groupFree = new long[plan.groups];
        long latest = Duration.ofSeconds(30).toNanos();
        for (int i = 0; i < plan.messages; i++) {
            int group = world.chance(plan.hotGroup) ? 0 : world.random().nextInt(plan.groups);
            boolean grouped = !world.chance(0.1);
            long begin = Math.max(grouped ? groupFree[group] : 0, latest * i / plan.messages);
            long commit = begin + world.between(Duration.ZERO, Duration.ofMillis(world.chance(0.1) ? 3000 : 20));
            if (grouped) {
                groupFree[group] = commit + 1000;
            }
            insertAt(cluster, commit, i, grouped ? "g" + group : null, begin);
        }
    }

    private static void insertAt(Cluster cluster, long commit, int index, @Nullable String group, long begin) {
        World world = cluster.world();
        Instant createdAt = world.databaseTime().plusNanos(begin / 1000 * 1000);
        String id = "m%05d".formatted(index);
        Row row = new Row(id, group, "EVENT", Payload.of("{\"n\":" + index + "}"), createdAt);
        world.at(commit, () -> {
            world.note(() -> "commit " + row.id() + " in " + row.group());
            cluster.database().insert(row);
            cluster.oracle().committed(row, index);
        });
    }

    private void trouble() {
        for (int i = 0; i < plan.crashes; i++) {
            SimNode node = anyNode();
            world.at(world.random().nextLong(Plan.CALM), node::crash);
        }
        for (int i = 0; i < plan.pauses; i++) {
            SimNode node = anyNode();
            long length = world.between(Duration.ofMillis(500), Duration.ofSeconds(10));
            world.at(world.random().nextLong(Plan.CALM - length), () -> node.pause(length));
        }
        for (int i = 0; i < plan.partitions; i++) {
            SimNode node = anyNode();
            long length = world.between(Duration.ofMillis(500), Duration.ofSeconds(10));
            world.at(world.random().nextLong(Plan.CALM - length), () -> node.partition(length));
        }
        for (int i = 0; i < plan.rowLocks; i++) {
            String id = "m%05d".formatted(world.random().nextInt(plan.messages));
            long from = world.random().nextLong(Plan.CALM);
            world.at(from, () -> cluster.database().lock(id));
            world.at(
                    from + world.between(Duration.ofMillis(100), Duration.ofSeconds(8)),
                    () -> cluster.database().unlock(id));
        }
        for (int i = 0; i < plan.pauseOrders; i++) {
            long from = world.random().nextLong(Plan.CALM / 2);
            world.at(from, () -> cluster.database().pause(SimNode.RELAY, true));
            world.at(
                    from + world.between(Duration.ofSeconds(1), Duration.ofSeconds(10)),
                    () -> cluster.database().pause(SimNode.RELAY, false));
        }
        for (int i = 0; i < plan.restarts; i++) {
            SimNode node = anyNode();
            world.at(world.random().nextLong(Plan.CALM), node::restart);
        }
    }

    private SimNode anyNode() {
        return nodes.get(world.random().nextInt(nodes.size()));
    }

    @Override
    public String toString() {
        return nodes.toString();
    }
}
