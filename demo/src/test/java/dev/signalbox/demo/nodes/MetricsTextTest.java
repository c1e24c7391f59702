package dev.signalbox.demo.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.runtime.metrics.MetricNames;
import org.junit.jupiter.api.Test;

class MetricsTextTest {
    private static final MetricsText TEXT = new MetricsText("""
            # HELP signalbox_relay_completed_total Messages delivered and recorded as such.
            # TYPE signalbox_relay_completed_total counter
            signalbox_relay_completed_total{relay="events"} 120.0
            signalbox_relay_completed_total{relay="jobs"} 1.5E3
            signalbox_relay_paused{relay="events"} 0.0
            """);

    @Test
    void aFigureIsTheSumOverAllRelays() {
        assertThat(TEXT.sum(MetricNames.COMPLETED)).isEqualTo(1620);
        assertThat(TEXT.sum(MetricNames.PAUSED)).isZero();
        assertThat(TEXT.sum(MetricNames.RETRIED)).isZero();
    }

    @Test
    void oneRelayCanBeLeftOut() {
        assertThat(TEXT.sumWithout("jobs", MetricNames.COMPLETED)).isEqualTo(120);
    }
}
