package dev.signalbox.runtime.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.testkit.sim.SimClock;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class LineLimitTest {
    private final SimClock clock = new SimClock();
    private final LineLimit limit = new LineLimit(clock);

    @Test
    void theFirstLineIsWrittenAtOnce() {
        assertThat(limit.pass()).contains("");
    }

    @Test
    void thoseOfTheNextTenSecondsAreCounted() {
        limit.pass();
        assertThat(limit.pass()).isEmpty();
        assertThat(limit.pass()).isEmpty();
        clock.advance(Duration.ofSeconds(10));
        assertThat(limit.pass()).contains(" (and 2 others since the last such line)");
        clock.advance(Duration.ofSeconds(10));
        assertThat(limit.pass()).contains("");
    }
}
