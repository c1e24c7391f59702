package dev.signalbox.runtime.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.delivery.DispatcherStatus;
import dev.signalbox.core.source.ClaimSource.SkippedMessages;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class MetricNamesTest {
    @Test
    void thePageNamesEveryFigureAndNoOther() throws IOException {
        String page = Files.readString(Path.of(System.getProperty("signalbox.root", ".."), "docs", "metrics.md"));
        List<String> rows =
                page.lines().filter(line -> line.startsWith("| `signalbox_")).toList();

        assertThat(rows)
                .containsExactlyElementsOf(Stream.concat(
                                MetricNames.ALL.stream(),
                                Stream.concat(
                                        Stream.of(MetricNames.SIGN_INS_REFUSED, MetricNames.BUILD_INFO),
                                        MetricNames.OF_PLATFORM.stream()))
                        .map(figure -> "| `" + figure.shown() + "` | "
                                + figure.form().name().toLowerCase(Locale.ROOT) + " | " + figure.meaning() + " |")
                        .toList());
    }

    @Test
    void whatIsInDoubtIsGivenUpAndWhatWasPublishedIsNot() {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        try (Metrics metrics = new Metrics(registry)) {
            metrics.relay("events").passedOver(new SkippedMessages(3, 2));
            assertThat(registry.scrape())
                    .contains("signalbox_relay_passed_over_total{relay=\"events\"} 3.0")
                    .contains("signalbox_relay_failed_total{relay=\"events\"} 2.0")
                    .contains("signalbox_relay_completed_total{relay=\"events\"} 0.0");
        }
    }

    @Test
    void everyFigureIsThereBeforeAnythingHappensAndGoneAfterTheEnd() {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        registry.counter("somebody.elses");
        try (Metrics metrics = new Metrics(registry)) {
            metrics.relay("events")
                    .show(() -> new DispatcherStatus(
                            new Incarnation("i"),
                            Long.MAX_VALUE,
                            Shards.ALL,
                            Shards.NONE,
                            7,
                            70,
                            1,
                            2,
                            null,
                            false,
                            false,
                            0,
                            Duration.ZERO,
                            0));
            metrics.relay("events").show(Set.of("eu", "us"), () -> Map.of("us", "it does not answer"));
            String scraped = registry.scrape();

            assertThat(MetricNames.ALL).allSatisfy(figure -> assertThat(scraped).contains("\n" + figure.shown()));
            assertThat(scraped)
                    .contains("signalbox_relay_held_messages{relay=\"events\"} 7.0")
                    .contains("signalbox_relay_cluster_outage{cluster=\"eu\",relay=\"events\"} 0.0")
                    .contains("signalbox_relay_cluster_outage{cluster=\"us\",relay=\"events\"} 1.0")
                    .contains("signalbox_relay_leader{relay=\"events\"} 1.0");
        }
        assertThat(registry.isClosed()).isFalse();
        assertThat(registry.getMeters())
                .extracting(meter -> meter.getId().getName())
                .containsExactly("somebody.elses");
    }
}
