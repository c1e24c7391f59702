package dev.signalbox.testkit.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.testkit.memory.Row;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Processes that run two relays on two databases, and one message of the first relay that ends whoever sends it. */
class NeighbourRelaysTest {
    private static final int SEEDS = 300;
    private static final int KILLER = 3;

    /** One run: what the deaths were held against, and what was given up for them. */
    private static final class Run {
        final long seed;
        final Cluster guilty;
        final Cluster neighbour;

        Run(long seed, boolean takesTurns) {
            World world = new World(seed, null);
            this.seed = seed;
            this.guilty = new Cluster(world, new Plan(world), Plant.NONE);
            this.neighbour = new Cluster(world, new Plan(world), Plant.NONE);
            guilty.plan().killers.clear();
            guilty.plan().killers.add(KILLER);
            neighbour.plan().killers.clear();
            for (int i = 0; i < guilty.plan().nodes; i++) {
                SimProcess process = new SimProcess(world, takesTurns);
                process.node(guilty, i).start();
                process.node(neighbour, i).start();
            }
            Simulation.write(guilty);
            Simulation.write(neighbour);
            if (isOnlyAboutDeaths()) {
                world.runUntil(Duration.ofMinutes(3).toNanos());
            }
        }

        /** A lost call may cost a node its lease, which looks like a death and is none; and nothing is calm here. */
        boolean isOnlyAboutDeaths() {
            double lost = guilty.plan().databaseLost + neighbour.plan().databaseLost;
            return lost == 0 && !neighbour.plan().isCalm();
        }

        List<String> blamedWrongly() {
            Stream<String> own = guilty.oracle().blamed().stream().filter(id -> !id.equals("m%05d".formatted(KILLER)));
            return Stream.concat(own, neighbour.oracle().blamed().stream()).toList();
        }

        boolean convictsANeighbour() {
            return neighbour.database().rows().stream()
                    .anyMatch(row -> row.status() == Row.Status.FAILED
                            && String.valueOf(row.error()).contains("the process ended"));
        }

        List<String> violations() {
            guilty.oracle().finish();
            neighbour.oracle().finish();
            return Stream.concat(guilty.oracle().violations().stream(), neighbour.oracle().violations().stream())
                    .toList();
        }
    }

    private static Stream<Run> runs(boolean takesTurns) {
        return LongStream.rangeClosed(1, SEEDS)
                .parallel()
                .mapToObj(seed -> new Run(seed, takesTurns))
                .filter(Run::isOnlyAboutDeaths);
    }

    @Test
    void noDeathIsHeldAgainstAnotherMessage() {
        List<Run> runs = runs(true).toList();

        assertThat(runs).hasSizeGreaterThan(SEEDS / 10).allSatisfy(run -> {
            assertThat(run.violations()).as("seed %d", run.seed).isEmpty();
            assertThat(run.blamedWrongly()).as("seed %d", run.seed).isEmpty();
            assertThat(run.guilty.oracle().blamed()).as("seed %d", run.seed).hasSize(1);
        });
    }

    @Test
    void withoutTurnsANeighbourIsConvicted() {
        assertThat(runs(false)).anyMatch(Run::convictsANeighbour);
    }
}
