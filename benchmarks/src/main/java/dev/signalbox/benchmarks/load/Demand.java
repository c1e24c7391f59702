package dev.signalbox.benchmarks.load;

import dev.signalbox.benchmarks.load.traffic.Schedule;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What load is asked for. */
final class Demand {
    private static final double LEAST_RATE = 0.1;
    private static final double MOST_RATE = 20_000;
    private static final Duration LONGEST = Duration.ofDays(7);
    private static final int MOST_IN_FLIGHT = 10_000;
    private static final int MOST_TIMES = 1000;
    private static final int HUNDRED = 100;

    @Parameters(
            paramLabel = "SCENARIO",
            arity = "0..1",
            defaultValue = "create",
            description = {
                "create: orders at a constant rate (default).",
                "spike: the same, for some seconds many times as many, then as before: how long until all is well"
                        + " again?",
                "soak: a constant rate for a long time, with a judgement of what has drifted."
            })
    private String scenario = "create";

    @Option(
            names = "--rate",
            paramLabel = "RATE",
            defaultValue = "100/s",
            description = {
                "New orders a second (default: ${DEFAULT-VALUE}), such as 200/s or 30/m. They are begun on time",
                "whatever the answers do. Changes of orders come on top: see --advance."
            })
    private String rate = "100/s";

    @Option(
            names = "--duration",
            paramLabel = "TIME",
            description = "How long, such as 30s, 5m or 1h (default: create 30s, spike 60s, soak 10m).")
    private @Nullable String duration;

    @Option(
            names = "--warm-up",
            paramLabel = "TIME",
            defaultValue = "5s",
            description = {
                "Before it, at the same rate; its times do not count, its events do (default: ${DEFAULT-VALUE}).",
                "0s for none."
            })
    private String warmUp = "5s";

    @Option(names = "--times", paramLabel = "N", description = "spike: so many times the rate (default: 5).")
    private @Nullable String times;

    @Option(names = "--spike", paramLabel = "TIME", description = "spike: for so long (default: 10s).")
    private @Nullable String spike;

    @Option(
            names = "--advance",
            paramLabel = "PERCENT",
            defaultValue = "60",
            description = {
                "So many of a hundred orders get further (default: ${DEFAULT-VALUE}): two thirds of them to PROCESSING",
                "and COMPLETED, the others to CANCELLED, half of these by way of PROCESSING. A step is 200 ms behind"
                        + " the last."
            })
    private String advance = "60";

    @Option(
            names = "--in-flight",
            paramLabel = "N",
            defaultValue = "500",
            description = {
                "So many requests at most wait for their answers (default: ${DEFAULT-VALUE}).",
                "What does not fit is dropped and counted, never sent late."
            })
    private String inFlight = "500";

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            defaultValue = "10s",
            description = "How long an answer is waited for (default: ${DEFAULT-VALUE}).")
    private String timeout = "10s";

    @Option(
            names = "--interval",
            paramLabel = "TIME",
            description = "How often it is looked at (default: 1s, soak 10s).")
    private @Nullable String interval;

    @Option(
            names = "--settle",
            paramLabel = "TIME",
            defaultValue = "20s",
            description = {
                "At the end events and sums are waited for as long as some arrive, and this long more",
                "(default: ${DEFAULT-VALUE})."
            })
    private String settle = "20s";

    LoadScenario scenario(Values values) {
        Optional<LoadScenario> known = LoadScenario.named(scenario);
        if (known.isEmpty()) {
            values.wrong("unknown scenario '" + scenario + "': there is create, spike, and soak");
        }
        return known.orElse(LoadScenario.CREATE);
    }

    Schedule schedule(Values values) {
        LoadScenario kind = LoadScenario.named(scenario).orElse(LoadScenario.CREATE);
        double perSecond = values.rate("--rate", rate, LEAST_RATE, MOST_RATE);
        Duration before = values.time("--warm-up", warmUp, Duration.ZERO, LONGEST);
        Duration whole = duration == null
                ? kind.duration()
                : values.time("--duration", duration, Duration.ofSeconds(1), LONGEST);
        try {
            return kind == LoadScenario.SPIKE
                    ? spike(values, perSecond, before, whole)
                    : constant(values, perSecond, before, whole);
        } catch (IllegalArgumentException e) {
            values.wrong("--rate " + rate + " for --duration " + Values.shown(whole) + ": " + e.getMessage());
            return Schedule.constant(1, Duration.ZERO, Duration.ofSeconds(1));
        }
    }

    private Schedule constant(Values values, double perSecond, Duration before, Duration whole) {
        if (times != null || spike != null) {
            values.wrong((times == null ? "--spike" : "--times") + " is for spike, not for " + scenario);
        }
        return Schedule.constant(perSecond, before, whole);
    }

    private Schedule spike(Values values, double perSecond, Duration before, Duration whole) {
        int many = values.number("--times", times == null ? "5" : times, 2, MOST_TIMES);
        Duration length = values.time("--spike", spike == null ? "10s" : spike, Duration.ofSeconds(1), LONGEST);
        if (whole.compareTo(length.multipliedBy(2)) < 0) {
            values.wrong("--duration " + Values.shown(whole) + " must be at least twice --spike " + Values.shown(length)
                    + ": there is a time before and behind it");
            return Schedule.constant(perSecond, before, whole);
        }
        if (perSecond * many > MOST_RATE) {
            values.wrong("--rate " + rate + " --times " + many + " is more than " + (long) MOST_RATE + " a second");
        }
        return Schedule.spike(perSecond, many, before, whole, length);
    }

    int advanced(Values values) {
        return values.number("--advance", advance, 0, HUNDRED);
    }

    int mostInFlight(Values values) {
        return values.number("--in-flight", inFlight, 1, MOST_IN_FLIGHT);
    }

    Duration timeout(Values values) {
        return values.time("--timeout", timeout, Duration.ofMillis(1), Duration.ofMinutes(5));
    }

    Duration interval(Values values) {
        return interval == null
                ? LoadScenario.named(scenario).orElse(LoadScenario.CREATE).interval()
                : values.time("--interval", interval, Duration.ofMillis(100), Duration.ofHours(1));
    }

    Duration patience(Values values) {
        return values.time("--settle", settle, Duration.ofSeconds(1), Duration.ofHours(1));
    }
}
