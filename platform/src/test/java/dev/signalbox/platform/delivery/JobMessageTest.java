package dev.signalbox.platform.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.platform.job.JobKind;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JobMessageTest {
    private final SinkFixtures fixture = new SinkFixtures();

    private void assertComesBack(JobMessage content) {
        assertThat(JobMessage.of(fixture.job("j", 1, "{}", content))).isEqualTo(content);
    }

    @Test
    void whatAMessageSaysComesBack() {
        Instant time = Instant.parse("2026-03-01T12:00:00.123456Z");
        assertComesBack(new JobMessage(JobKind.EVENT, "e", "s", "c", time, null));
        assertComesBack(new JobMessage(JobKind.TASK, null, null, null, null, null));
        assertComesBack(new JobMessage(
                JobKind.TASK,
                null,
                "url",
                "timeout",
                null,
                new DirectTarget("https://x.example/", 7, true, null, null, Map.of(), null)));
        assertComesBack(new JobMessage(
                JobKind.TASK,
                null,
                null,
                null,
                null,
                new DirectTarget(
                        "https://x.example/?a=b",
                        300,
                        false,
                        "text/plain",
                        "a",
                        Map.of("url", "1", "", "2"),
                        "text:s")));
    }

    @Test
    void aTargetDoesNotShowWhatMayBeSecret() {
        assertThat(fixture.direct("https://x.example/?key=k").toString()).doesNotContain("key");
    }
}
