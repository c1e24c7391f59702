package dev.signalbox.benchmarks.load;

import dev.signalbox.benchmarks.report.Finding;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What the run has to keep to, or its exit code is 1. */
final class Limits {
    private static final Duration LONGEST = Duration.ofHours(1);
    private static final double MILLIS = 1e6;
    private static final double THOUSAND = 1000;
    private static final int MANY = 999_999_999;

    @Option(names = "--max-p95", paramLabel = "TIME", description = "Of all answers, such as 40ms.")
    private @Nullable String answerP95;

    @Option(names = "--max-p99", paramLabel = "TIME", description = "Of all answers.")
    private @Nullable String answerP99;

    @Option(
            names = "--max-event-p99",
            paramLabel = "TIME",
            description = "From an order's transaction to its event in Kafka.")
    private @Nullable String eventP99;

    @Option(
            names = "--max-errors",
            paramLabel = "N",
            description = "Answers other than 2xx, and requests without an answer.")
    private @Nullable String errors;

    @Option(names = "--max-dropped", paramLabel = "N", description = "Requests that did not fit into --in-flight.")
    private @Nullable String dropped;

    @Option(names = "--max-duplicates", paramLabel = "N", description = "Events that arrived once more.")
    private @Nullable String duplicates;

    @Option(
            names = "--max-recovery",
            paramLabel = "TIME",
            description = "spike: from its end until backlog and p99 are as before.")
    private @Nullable String recovery;

    @Option(names = "--fail-on-drift", description = "soak: nothing may drift.")
    private boolean failOnDrift;

    List<Threshold> thresholds(Values values, LoadScenario scenario, boolean seesEvents) {
        List<Threshold> all = new ArrayList<>();
        time(all, values, "--max-p95", answerP95, outcome -> outcome.answers().p95());
        time(all, values, "--max-p99", answerP99, outcome -> outcome.answers().p99());
        if (!seesEvents && (eventP99 != null || duplicates != null)) {
            values.wrong((eventP99 == null ? "--max-duplicates" : "--max-event-p99") + " with --target needs --kafka");
        }
        time(
                all,
                values,
                "--max-event-p99",
                eventP99,
                outcome -> outcome.events().p99());
        count(all, values, "--max-errors", errors, Outcome::errors);
        count(all, values, "--max-dropped", dropped, Outcome::dropped);
        count(all, values, "--max-duplicates", duplicates, Outcome::duplicates);
        if (recovery != null) {
            only(values, "--max-recovery", LoadScenario.SPIKE, scenario);
            double seconds = values.time("--max-recovery", recovery, Duration.ZERO, LONGEST)
                            .toMillis()
                    / THOUSAND;
            all.add(new Threshold("--max-recovery", Finding.Kind.SECONDS, seconds, Outcome::recoverySeconds));
        }
        if (failOnDrift) {
            only(values, "--fail-on-drift", LoadScenario.SOAK, scenario);
            all.add(new Threshold("--fail-on-drift", Finding.Kind.COUNT, 0, Outcome::drifted));
        }
        return all;
    }

    private static void time(
            List<Threshold> all, Values values, String option, @Nullable String text, Threshold.Measure measure) {
        if (text != null) {
            double millis =
                    values.time(option, text, Duration.ofMillis(1), LONGEST).toNanos() / MILLIS;
            all.add(new Threshold(option, Finding.Kind.MILLIS, millis, measure));
        }
    }

    private static void count(
            List<Threshold> all, Values values, String option, @Nullable String text, Threshold.Measure measure) {
        if (text != null) {
            all.add(new Threshold(option, Finding.Kind.COUNT, values.number(option, text, 0, MANY), measure));
        }
    }

    private static void only(Values values, String option, LoadScenario wanted, LoadScenario chosen) {
        if (wanted != chosen) {
            values.wrong(option + " is for " + wanted + ", not for " + chosen);
        }
    }
}
