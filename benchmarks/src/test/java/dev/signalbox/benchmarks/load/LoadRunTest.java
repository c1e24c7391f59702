package dev.signalbox.benchmarks.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.benchmarks.report.LatencyHistogram.Percentiles;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LoadRunTest {
    @Test
    void ordersAreEvenlySpreadAndTheWarmUpDoesNotCount() {
        LoadState.Plan plan = new LoadState.Plan(10, Duration.ofSeconds(1), Duration.ofSeconds(1));
        assertThat(plan.size()).isEqualTo(20);
        assertThat(plan.due(0)).isZero();
        assertThat(plan.due(19)).isEqualTo(1_900_000_000L);
        assertThat(IntStream.range(0, 20).filter(order -> plan.counts(plan.due(order))))
                .hasSize(10)
                .startsWith(10);
    }

    @Test
    void aValueIsAwaitedAsLongAsItChanges() throws Exception {
        AtomicInteger reads = new AtomicInteger();
        assertThat(LoadRun.await(reads::incrementAndGet, read -> read == 3, Duration.ofSeconds(20)))
                .isEqualTo(3);
        assertThat(LoadRun.await(() -> "the same", _ -> false, Duration.ofMillis(1)))
                .isEqualTo("the same");
    }

    @Test
    void sumsThatDifferAreShownOnBothSides() {
        Map<String, String> service = Map.of("Ada PENDING", "2 3.50", "Bob CANCELLED", "1 1.00");
        Map<String, String> consumer = Map.of("Ada PENDING", "3 4.00", "Bob CANCELLED", "1 1.00");
        assertThat(LoadRun.difference("service", service, service)).isEmpty();
        assertThat(LoadRun.difference("service", service, consumer)).hasValue("service: {Ada PENDING=2 3.50}");
        assertThat(LoadRun.difference("consumer", consumer, service)).hasValue("consumer: {Ada PENDING=3 4.00}");
    }

    @Test
    void memoryThatGrowsDrifts() {
        List<LoadSample> samples = new ArrayList<>(List.of(sample(false, 0, 1e9)));
        for (double size : List.of(200.0, 200.0, 210.0, 250.0, 260.0, 280.0, 290.0, 300.0, 310.0)) {
            samples.add(sample(true, 10, size));
        }
        assertThat(LoadSample.drifts(samples)).containsExactly("MB of memory (RSS of Signalbox): 200.0, then 300.0");
    }

    @Test
    void oneBadSampleIsNoDriftAndTwoAreTooFewToSay() {
        List<LoadSample> samples = new ArrayList<>();
        for (double p99 : List.of(20.0, 21.0, 19.0, 20.0, 22.0, 21.0, 20.0, 900.0, 22.0)) {
            samples.add(sample(true, p99, 0));
        }
        assertThat(LoadSample.drifts(samples)).isEmpty();
        assertThat(LoadSample.drifts(List.of(sample(true, 1, 1), sample(true, 1000, 1000))))
                .isEmpty();
    }

    private static LoadSample sample(boolean steady, double p99, double rss) {
        Percentiles latencies = new Percentiles(10, p99 / 2, p99, p99, p99);
        return new LoadSample(1, steady, 100, 0, 0, 0, latencies, latencies, rss);
    }
}
