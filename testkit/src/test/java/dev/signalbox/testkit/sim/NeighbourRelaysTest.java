package dev.signalbox.testkit.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.testkit.memory.InMemoryOutboxRow;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Processes that run two relays on two databases, and one message of the first relay that crashes the process that
 * sends it.
 */
class NeighbourRelaysTest {
    private static final int SEEDS = 300;
    private static final int KILLER = 3;

    /** One run: which messages the crashes counted against, and which were dead-lettered for them. */
    private static final class SimulatedRun {
        final long seed;
        final SimulatedCluster guilty;
        final SimulatedCluster neighbour;

        SimulatedRun(long seed, boolean takesTurns) {
            VirtualTime virtualTime = new VirtualTime(seed, null);
            this.seed = seed;
            this.guilty = new SimulatedCluster(virtualTime, new SimulationPlan(virtualTime), PlantedFault.NONE);
            this.neighbour = new SimulatedCluster(virtualTime, new SimulationPlan(virtualTime), PlantedFault.NONE);
            guilty.plan.killers.clear();
            guilty.plan.killers.add(KILLER);
            neighbour.plan.killers.clear();
            for (int i = 0; i < guilty.plan.nodes; i++) {
                SimProcess process = new SimProcess(virtualTime, takesTurns);
                List<SimNode> relays = List.of(process.node(guilty, i), process.node(neighbour, i));
                relays.forEach(SimNode::start);
            }
            Simulation.write(guilty);
            Simulation.write(neighbour);
            if (isOnlyAboutDeaths()) {
                virtualTime.runUntil(Duration.ofMinutes(5).toNanos());
            }
        }

        /** A lost call may cost a node its lease, which looks like a crash; and there are faults throughout. */
        boolean isOnlyAboutDeaths() {
            double lost = guilty.plan.databaseLost + neighbour.plan.databaseLost;
            return lost == 0 && !neighbour.plan.isCalm();
        }

        List<String> blamedWrongly() {
            Stream<String> own = guilty.oracle.blamed().stream().filter(id -> !id.equals("m%05d".formatted(KILLER)));
            return Stream.concat(own, neighbour.oracle.blamed().stream()).toList();
        }

        boolean convictsANeighbour() {
            return neighbour.database.rows().stream()
                    .anyMatch(row -> row.status() == InMemoryOutboxRow.Status.FAILED
                            && String.valueOf(row.error()).contains("the process ended"));
        }

        List<String> violations() {
            guilty.oracle.finish();
            neighbour.oracle.finish();
            return Stream.concat(guilty.oracle.violations().stream(), neighbour.oracle.violations().stream())
                    .toList();
        }
    }

    private static Stream<SimulatedRun> runs(boolean takesTurns) {
        return LongStream.rangeClosed(1, SEEDS)
                .parallel()
                .mapToObj(seed -> new SimulatedRun(seed, takesTurns))
                .filter(SimulatedRun::isOnlyAboutDeaths);
    }

    @Test
    void noDeathIsHeldAgainstAnotherMessage() {
        List<SimulatedRun> simulatedRuns = runs(true).toList();

        assertThat(simulatedRuns).hasSizeGreaterThan(SEEDS / 10).allSatisfy(simulatedRun -> {
            assertThat(simulatedRun.violations())
                    .as("seed %d", simulatedRun.seed)
                    .isEmpty();
            assertThat(simulatedRun.blamedWrongly())
                    .as("seed %d", simulatedRun.seed)
                    .isEmpty();
            assertThat(simulatedRun.guilty.oracle.blamed())
                    .as("seed %d", simulatedRun.seed)
                    .hasSize(1);
        });
    }

    @Test
    void withoutTurnsANeighbourIsConvicted() {
        assertThat(runs(false)).anyMatch(SimulatedRun::convictsANeighbour);
    }
}
