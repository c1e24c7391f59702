package dev.signalbox.core.routing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.source.SourceException;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class RoutedScenarioTest {
    private static final int SEEDS = 3_000;

    @Test
    void everyClusterGetsAllThatItIsToGetOnceAndInOrder() {
        assertThat(LongStream.rangeClosed(1, SEEDS).parallel().boxed().filter(seed -> {
                    try {
                        return !new RoutedScenario(seed).play();
                    } catch (SourceException impossible) {
                        throw new AssertionError(impossible);
                    }
                }))
                .as("seeds that went wrong")
                .isEmpty();
    }
}
