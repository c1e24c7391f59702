package dev.signalbox.benchmarks.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WorkloadTest {
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 4, 5, 80, 82, 84, 100, 20_000})
    void theUsualOnesAreThoseOfNineteenGroupsInTwenty(int messages) {
        long usual = IntStream.range(0, messages)
                .filter(number -> Workload.groupOf(number) % 20 != 0)
                .count();
        assertThat(Workload.usualOf(messages)).isEqualTo((int) usual);
    }
}
