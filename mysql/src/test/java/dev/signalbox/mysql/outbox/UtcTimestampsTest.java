package dev.signalbox.mysql.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class UtcTimestampsTest {
    @Test
    void momentsAreCutAndNeverRounded() {
        assertThat(UtcTimestamps.cut("2026-01-01 23:59:59.999999", 0)).isEqualTo("2026-01-01 23:59:59");
        assertThat(UtcTimestamps.cut("2026-01-01 23:59:59.999999", 3)).isEqualTo("2026-01-01 23:59:59.999");
        assertThat(UtcTimestamps.cut("2026-01-01 23:59:59.999999", 6)).isEqualTo("2026-01-01 23:59:59.999999");
    }

    @Test
    void whatIsReadIsWrittenTheSame() {
        for (String moment : new String[] {"2026-01-01 23:59:59.999999", "2026-01-01 00:00:00.000000"}) {
            assertThat(UtcTimestamps.text(UtcTimestamps.instant(moment), 6)).isEqualTo(moment);
            assertThat(UtcTimestamps.text(UtcTimestamps.instant(moment), 0)).isEqualTo(UtcTimestamps.cut(moment, 0));
        }
    }

    @Test
    void noTimeAndTheYearZeroAreLongAgo() {
        assertThat(UtcTimestamps.instant(null)).isEqualTo(Instant.EPOCH);
        assertThat(UtcTimestamps.instant("0000-00-00 00:00:00")).isEqualTo(Instant.EPOCH);
    }
}
