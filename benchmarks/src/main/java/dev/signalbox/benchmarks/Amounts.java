package dev.signalbox.benchmarks;

import dev.signalbox.benchmarks.competitor.EngineSettings;
import dev.signalbox.benchmarks.scenario.Plan;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How much is measured. */
final class Amounts {
    private static final int PAIRS = 5;
    private static final int WARM_UP = 3;
    private static final int MOST_PAIRS = 100;
    private static final int ROWS = 200_000;
    private static final int QUICK_ROWS = 20_000;
    private static final int MOST_ROWS = 10_000_000;
    private static final int HTTP_SHARE = 4;
    private static final int FIRST = 20_000;
    private static final int BACKLOG = 2_000_000;
    private static final int QUICK_BACKLOG = 200_000;
    private static final int SECONDS = 30;
    private static final int QUICK_SECONDS = 5;
    private static final int MOST_SECONDS = 3_600;

    @Option(names = "--pairs", paramLabel = "N", description = "Pairs of runs that count (default: 5; quick: 1).")
    private @Nullable Integer pairs;

    @Option(
            names = "--warm-up",
            paramLabel = "N",
            description = {
                "Pairs of drains that come first and do not count (default: 3; quick: 1):",
                "as long as the JVM compiles, it takes a core from the database."
            })
    private @Nullable Integer warmUp;

    @Option(
            names = "--rows",
            paramLabel = "N",
            description = {
                "Rows of a drain with the in-process sink or Kafka (default: 200000; quick: 20000).",
                "With HTTP there are a quarter of them, and in an event log two and a half times as many."
            })
    private @Nullable Integer rows;

    @Option(
            names = "--backlog-rows",
            paramLabel = "N",
            description = "Rows of the long backlog (default: 2000000; quick: 200000).")
    private @Nullable Integer backlogRows;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            description = "How long steady and idle are looked at (default: 30; quick: 5).")
    private @Nullable Integer seconds;

    @Option(
            names = "--poll",
            paramLabel = "MS",
            defaultValue = "1000",
            description =
                    "Signalbox's poll interval in milliseconds (default: ${DEFAULT-VALUE}, as in its configuration).")
    private int poll;

    @Option(
            names = "--no-wake-ups",
            description = "Signalbox is not told of new rows by the database: it finds them by asking.")
    private boolean noWakeUps;

    @Option(names = "--quick", description = "Small amounts: to see that it works, not for figures.")
    private boolean quick;

    int pairs() {
        return checked("--pairs", pairs == null ? (quick ? 1 : PAIRS) : pairs, 1, MOST_PAIRS);
    }

    int warmUp() {
        return checked("--warm-up", warmUp == null ? (quick ? 1 : WARM_UP) : warmUp, 1, MOST_PAIRS);
    }

    Plan.Rows rows() {
        int inProcess = checked("--rows", rows == null ? (quick ? QUICK_ROWS : ROWS) : rows, HTTP_SHARE, MOST_ROWS);
        int backlog = checked(
                "--backlog-rows",
                backlogRows == null ? (quick ? QUICK_BACKLOG : BACKLOG) : backlogRows,
                HTTP_SHARE,
                MOST_ROWS);
        return new Plan.Rows(inProcess, inProcess / HTTP_SHARE, backlog, Math.min(FIRST, backlog));
    }

    Plan.Times times() {
        int chosen =
                checked("--seconds", seconds == null ? (quick ? QUICK_SECONDS : SECONDS) : seconds, 1, MOST_SECONDS);
        return new Plan.Times(
                Duration.ofSeconds(quick ? 2 : 5),
                Duration.ofSeconds(chosen),
                // Polling slows down step by step, and a session reports what it has done after 10 s at the latest
                Duration.ofSeconds(quick ? 5 : 30),
                Duration.ofSeconds(chosen));
    }

    EngineSettings engine() {
        return new EngineSettings(Duration.ofMillis(checked("--poll", poll, 10, 60_000)), !noWakeUps);
    }

    private static int checked(String option, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(option + " must be " + least + " to " + most + ", not " + value);
        }
        return value;
    }
}
