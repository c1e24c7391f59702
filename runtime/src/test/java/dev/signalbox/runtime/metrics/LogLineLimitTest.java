package dev.signalbox.runtime.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class LogLineLimitTest {
    private final AtomicLong now = new AtomicLong(-5);
    private final LogLineLimit limit = new LogLineLimit(now::get);

    @Test
    void theFirstLineIsWrittenAtOnce() {
        assertThat(limit.pass()).contains("");
    }

    @Test
    void thoseOfTheNextTenSecondsAreCounted() {
        limit.pass();
        assertThat(limit.pass()).isEmpty();
        assertThat(limit.pass()).isEmpty();
        now.addAndGet(Duration.ofSeconds(10).toNanos());
        assertThat(limit.pass()).contains(" (and 2 others since the last such line)");
        now.addAndGet(Duration.ofSeconds(10).toNanos());
        assertThat(limit.pass()).contains("");
    }
}
