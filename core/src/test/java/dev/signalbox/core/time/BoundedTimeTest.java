package dev.signalbox.core.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class BoundedTimeTest {
    @Test
    void usualTimesStayAndOthersBecomeTheNearestOne() {
        Instant now = Instant.parse("2026-01-01T00:00:00.000001Z");
        assertThat(BoundedTime.of(now)).isEqualTo(now);
        assertThat(BoundedTime.of(Instant.MAX)).isEqualTo(Instant.parse("9999-12-31T23:59:59.999999Z"));
        assertThat(BoundedTime.of(Instant.MIN)).isEqualTo(Instant.parse("0001-01-01T00:00:00Z"));
    }
}
