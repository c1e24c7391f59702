package dev.signalbox.demo.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.runtime.metrics.MetricNames;
import org.junit.jupiter.api.Test;

class NodeClientTest {
    private static final String METRICS = """
            # HELP signalbox_relay_completed_total Messages delivered and recorded as such.
            # TYPE signalbox_relay_completed_total counter
            signalbox_relay_completed_total{relay="events"} 120.0
            signalbox_relay_completed_total{relay="jobs"} 1.5E3
            signalbox_relay_paused{relay="events"} 0.0
            """;

    @Test
    void aMetricIsSummedOverAllRelaysOrSome() {
        assertThat(NodeClient.sum(METRICS, MetricNames.COMPLETED, _ -> true)).isEqualTo(1620);
        assertThat(NodeClient.sum(METRICS, MetricNames.COMPLETED, line -> !line.contains("jobs")))
                .isEqualTo(120);
        assertThat(NodeClient.sum(METRICS, MetricNames.PAUSED, _ -> true)).isZero();
        assertThat(NodeClient.sum(METRICS, MetricNames.RETRIED, _ -> true)).isZero();
    }
}
