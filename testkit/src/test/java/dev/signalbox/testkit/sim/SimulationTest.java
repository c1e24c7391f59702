package dev.signalbox.testkit.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The promises hold in every seed, and the simulator would notice if they did not. */
class SimulationTest {
    private static final int SEEDS = 2_000;
    private static final int OUTLET_SEEDS = 60;

    @Test
    void allPromisesHoldInEverySeed() {
        List<Simulation.Report> broken = LongStream.rangeClosed(1, SEEDS)
                .parallel()
                .mapToObj(seed -> Simulation.run(seed, PlantedFault.NONE, null))
                .filter(report -> !report.isGood())
                .toList();

        assertThat(broken).as("seeds in which a promise was broken").isEmpty();
    }

    @Test
    void allPromisesHoldForEveryOutletInEverySeed() {
        List<Simulation.Report> broken = LongStream.rangeClosed(1, OUTLET_SEEDS)
                .parallel()
                .mapToObj(seed -> Simulation.runOutlets(seed, PlantedFault.NONE, null))
                .filter(report -> !report.isGood())
                .toList();

        assertThat(broken).as("seeds in which a promise was broken").isEmpty();
    }

    @ParameterizedTest
    @EnumSource(names = "NONE", mode = EnumSource.Mode.EXCLUDE)
    void findsAPlantedFault(PlantedFault plantedFault) {
        boolean found = LongStream.rangeClosed(1, SEEDS)
                .anyMatch(seed -> !Simulation.run(seed, plantedFault, null).isGood());

        assertThat(found).as("%s within %d seeds", plantedFault, SEEDS).isTrue();
    }

    @Test
    void replaysASeedToTheLastEvent() {
        List<String> first = new ArrayList<>();
        List<String> second = new ArrayList<>();

        Simulation.Report one = Simulation.run(42, PlantedFault.NONE, first::add);
        Simulation.Report two = Simulation.run(42, PlantedFault.NONE, second::add);

        assertThat(first).hasSizeGreaterThan(100).isEqualTo(second);
        assertThat(one).isEqualTo(two);
    }
}
