package dev.signalbox.testkit.sim;

import dev.signalbox.core.message.Payload;
import dev.signalbox.testkit.memory.InMemoryOutboxRow;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One run of a cluster in virtual time, with all faults drawn from a seed. The same seed gives exactly the same run.
 */
public final class Simulation {
    private final VirtualTime virtualTime;
    private final SimulationPlan simulationPlan;
    private final SimulatedCluster simulatedCluster;
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

    private Simulation(long seed, PlantedFault plantedFault, @Nullable Consumer<String> trace) {
        this.virtualTime = new VirtualTime(seed, trace);
        this.simulationPlan = new SimulationPlan(virtualTime);
        this.simulatedCluster = new SimulatedCluster(virtualTime, simulationPlan, plantedFault);
    }

    public static Report run(long seed) {
        return run(seed, PlantedFault.NONE);
    }

    public static Report run(long seed, PlantedFault plantedFault) {
        return new Simulation(seed, plantedFault, null).run0(seed);
    }

    /** Runs with a trace of all events. */
    public static Report run(long seed, PlantedFault plantedFault, Consumer<String> trace) {
        return new Simulation(seed, plantedFault, trace).run0(seed);
    }

    private Report run0(long seed) {
        for (int i = 0; i < simulationPlan.nodes; i++) {
            SimNode node = new SimProcess(virtualTime, true).node(simulatedCluster, i);
            nodes.add(node);
            Duration latest = i > 0 && virtualTime.chance(0.3) ? Duration.ofSeconds(25) : Duration.ofSeconds(2);
            virtualTime.in(virtualTime.between(Duration.ZERO, latest), node::start);
        }
        write(simulatedCluster);
        trouble();
        long step = Duration.ofSeconds(1).toNanos();
        for (long time = step; time <= SimulationPlan.END; time += step) {
            virtualTime.runUntil(time);
            boolean over =
                    time > SimulationPlan.CALM && simulatedCluster.oracle().isAllConcluded();
            if (over || !simulatedCluster.oracle().violations().isEmpty()) {
                break;
            }
        }
        simulatedCluster.oracle().finish();
        DeliveryOracle deliveryOracle = simulatedCluster.oracle();
        return new Report(
                seed,
                simulationPlan.toString(),
                List.copyOf(deliveryOracle.violations()),
                simulationPlan.messages,
                deliveryOracle.arrivals(),
                deliveryOracle.duplicates(),
                virtualTime.now());
    }

    /** Writers of one group wait for each other; those of different groups overlap and commit in any order. */
    static void write(SimulatedCluster simulatedCluster) {
        VirtualTime virtualTime = simulatedCluster.world();
        SimulationPlan simulationPlan = simulatedCluster.plan();
        long[] groupFree = new long[simulationPlan.groups];
        long latest = Duration.ofSeconds(30).toNanos();
        for (int i = 0; i < simulationPlan.messages; i++) {
            int group = virtualTime.chance(simulationPlan.hotGroup)
                    ? 0
                    : virtualTime.random().nextInt(simulationPlan.groups);
            boolean grouped = !virtualTime.chance(0.1);
            long begin = Math.max(grouped ? groupFree[group] : 0, latest * i / simulationPlan.messages);
            long commit =
                    begin + virtualTime.between(Duration.ZERO, Duration.ofMillis(virtualTime.chance(0.1) ? 3000 : 20));
            if (grouped) {
                groupFree[group] = commit + 1000;
            }
            insertAt(simulatedCluster, commit, i, grouped ? "g" + group : null, begin);
        }
    }

    private static void insertAt(
            SimulatedCluster simulatedCluster, long commit, int index, @Nullable String group, long begin) {
        VirtualTime virtualTime = simulatedCluster.world();
        Instant createdAt = virtualTime.databaseTime().plusNanos(begin / 1000 * 1000);
        String id = "m%05d".formatted(index);
        InMemoryOutboxRow inMemoryOutboxRow =
                new InMemoryOutboxRow(id, group, "EVENT", Payload.of("{\"n\":" + index + "}"), createdAt);
        virtualTime.at(commit, () -> {
            virtualTime.note(() -> "commit " + inMemoryOutboxRow.id() + " in " + inMemoryOutboxRow.group());
            simulatedCluster.database().insert(inMemoryOutboxRow);
            simulatedCluster.oracle().committed(inMemoryOutboxRow, index);
        });
    }

    private void trouble() {
        for (int i = 0; i < simulationPlan.crashes; i++) {
            SimNode node = anyNode();
            virtualTime.at(virtualTime.random().nextLong(SimulationPlan.CALM), node::crash);
        }
        for (int i = 0; i < simulationPlan.pauses; i++) {
            SimNode node = anyNode();
            long length = virtualTime.between(Duration.ofMillis(500), Duration.ofSeconds(10));
            virtualTime.at(virtualTime.random().nextLong(SimulationPlan.CALM - length), () -> node.pause(length));
        }
        for (int i = 0; i < simulationPlan.partitions; i++) {
            SimNode node = anyNode();
            long length = virtualTime.between(Duration.ofMillis(500), Duration.ofSeconds(10));
            virtualTime.at(virtualTime.random().nextLong(SimulationPlan.CALM - length), () -> node.partition(length));
        }
        for (int i = 0; i < simulationPlan.rowLocks; i++) {
            String id = "m%05d".formatted(virtualTime.random().nextInt(simulationPlan.messages));
            long from = virtualTime.random().nextLong(SimulationPlan.CALM);
            virtualTime.at(from, () -> simulatedCluster.database().lock(id));
            virtualTime.at(
                    from + virtualTime.between(Duration.ofMillis(100), Duration.ofSeconds(8)),
                    () -> simulatedCluster.database().unlock(id));
        }
        for (int i = 0; i < simulationPlan.pauseOrders; i++) {
            long from = virtualTime.random().nextLong(SimulationPlan.CALM / 2);
            virtualTime.at(from, () -> simulatedCluster.database().pause(SimNode.RELAY, true));
            virtualTime.at(
                    from + virtualTime.between(Duration.ofSeconds(1), Duration.ofSeconds(10)),
                    () -> simulatedCluster.database().pause(SimNode.RELAY, false));
        }
        for (int i = 0; i < simulationPlan.restarts; i++) {
            SimNode node = anyNode();
            virtualTime.at(virtualTime.random().nextLong(SimulationPlan.CALM), node::restart);
        }
    }

    private SimNode anyNode() {
        return nodes.get(virtualTime.random().nextInt(nodes.size()));
    }

    @Override
    public String toString() {
        return nodes.toString();
    }
}
