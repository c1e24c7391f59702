package dev.signalbox.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The load test as a user runs it: it starts the orders example, is interrupted, and still checks the results. */
@Tag("slow")
class LoadTest {
    private static final Duration START = Duration.ofMinutes(3);
    private static final Duration END = Duration.ofMinutes(3);
    private static final Pattern EVENTS = Pattern.compile(
            "Events: ([0-9,]+) promised, ([0-9,]+) arrived, 0 missing, 0 orders with events out of order");

    private final Path folder = TestFolders.ofThisRun("load");
    private final Path log = folder.resolve("load.log");
    private final Path json = folder.resolve("load.json");

    @Test
    void whatWasMadeBeforeAnInterruptIsCheckedAndALimitIsHeldAgainstIt() throws Exception {
        Process load = Launcher.start(
                log,
                Map.of(),
                List.of(("load create --rate 20/s --duration 10m --warm-up 1s --max-p99 1ms --max-dropped 0 --data "
                                + folder + " --json " + json)
                        .split(" ")));
        try {
            await().alias("orders are made; the log is " + log)
                    .atMost(START)
                    .until(() -> !load.isAlive() || said().contains(" s steady "));
            ProcessSignals.send("INT", load.pid());
            assertThat(load.waitFor(END.toSeconds(), TimeUnit.SECONDS)).isTrue();
        } finally {
            load.destroyForcibly().onExit().join();
        }

        Matcher events = EVENTS.matcher(said());
        assertThat(events.find()).as(said()).isTrue();
        assertThat(events.group(1)).isEqualTo(events.group(2)).isNotEqualTo("0");
        assertThat(said())
                .contains("Sums: the consumer's are those of the service", "kept: --max-dropped", "MISSED: --max-p99")
                .doesNotContain("FAULT");
        assertThat(load.exitValue()).as("a limit was exceeded").isOne();
        assertThat(json).content().contains("\"rss_megabytes\"", "\"dead_rows\"", "\"connections\"");
        try (var left = Files.list(folder)) {
            assertThat(left).as("what was started is gone").containsExactlyInAnyOrder(log, json);
        }
    }

    private String said() throws IOException {
        return Files.exists(log) ? Files.readString(log) : "";
    }
}
