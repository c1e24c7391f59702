package dev.signalbox.benchmarks.load;

import dev.signalbox.benchmarks.load.LoadPlan.Limit;
import dev.signalbox.benchmarks.load.LoadPlan.Scenario;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The options of {@code signalbox load}, all read as text, so that every wrong value is reported at once. */
final class LoadOptions {
    private static final double MOST_RATE = 20_000;
    private static final Duration LONGEST = Duration.ofDays(7);
    private static final Duration HOUR = Duration.ofHours(1);
    private static final int MANY = 999_999_999;

    @Parameters(
            paramLabel = "SCENARIO",
            arity = "0..1",
            description = {
                "create: orders at a constant rate (default).",
                "spike: many times the rate for some seconds: how long until backlog and latencies are as before?",
                "soak: a constant rate for a long time, and whether latencies, backlog or memory have drifted."
            })
    private String scenario = "create";

    @Option(names = "--rate", paramLabel = "RATE", description = "New orders, such as 200/s or 30/m (default: 100/s).")
    private String rate = "100/s";

    @Option(names = "--duration", paramLabel = "TIME", description = "Default: create 30s, spike 60s, soak 10m.")
    private @Nullable String duration;

    @Option(names = "--warm-up", paramLabel = "TIME", description = "Before that, without its latencies (default: 5s).")
    private String warmUp = "5s";

    @Option(names = "--times", paramLabel = "N", description = "spike: the factor of the rate (default: 5).")
    private @Nullable String times;

    @Option(names = "--spike", paramLabel = "TIME", description = "spike: its duration (default: 10s).")
    private @Nullable String spike;

    @Option(
            names = "--advance",
            paramLabel = "PERCENT",
            description = {
                "So many of a hundred orders change their status (default: 60): two thirds to PROCESSING and COMPLETED,",
                "the others to CANCELLED, half of these after PROCESSING. A step follows 200 ms after the one before."
            })
    private String advance = "60";

    @Option(names = "--in-flight", paramLabel = "N", description = "The most; others are dropped (default: 500).")
    private String inFlight = "500";

    @Option(names = "--timeout", paramLabel = "TIME", description = "For an answer (default: 10s).")
    private String timeout = "10s";

    @Option(names = "--interval", paramLabel = "TIME", description = "Between two samples (default: 1s, soak 10s).")
    private @Nullable String interval;

    @Option(
            names = "--settle",
            paramLabel = "TIME",
            description = "How long to wait for events and sums after the last one that arrived (default: 20s).")
    private String settle = "20s";

    @Option(names = "--max-p95", paramLabel = "TIME", description = "Limit for all answers, such as 40ms.")
    private @Nullable String maxP95;

    @Option(names = "--max-p99", paramLabel = "TIME", description = "Limit for all answers.")
    private @Nullable String maxP99;

    @Option(names = "--max-event-p99", paramLabel = "TIME", description = "Limit from the transaction to Kafka.")
    private @Nullable String maxEventP99;

    @Option(names = "--max-errors", paramLabel = "N", description = "Limit for requests without an answer of 2xx.")
    private @Nullable String maxErrors;

    @Option(names = "--max-dropped", paramLabel = "N", description = "Limit for requests beyond --in-flight.")
    private @Nullable String maxDropped;

    @Option(names = "--max-duplicates", paramLabel = "N", description = "Limit for events that arrived again.")
    private @Nullable String maxDuplicates;

    @Option(names = "--max-recovery", paramLabel = "TIME", description = "spike: limit until all is as before it.")
    private @Nullable String maxRecovery;

    @Option(names = "--fail-on-drift", description = "soak: fail if latencies, backlog or memory drift.")
    private boolean failOnDrift;

    @Option(
            names = "--target",
            paramLabel = "URL",
            description = {
                "A running order-service, such as http://127.0.0.1:8080; the orders stay there.",
                "Without this, everything is started on free ports, and removed at the end."
            })
    private @Nullable String target;

    @Option(names = "--kafka", paramLabel = "HOST:PORT", description = "With --target: reads and checks its events.")
    private @Nullable String kafka;

    @Option(names = "--consumer", paramLabel = "URL", description = "With --target: compares the consumer's sums.")
    private @Nullable String consumer;

    @Option(names = "--allow-remote", description = "Allows a --target on another machine.")
    private boolean allowRemote;

    @Option(names = "--orders", paramLabel = "FILE", description = "The packaged example (default: of this build).")
    private @Nullable Path orders;

    @Option(names = "--data", paramLabel = "FOLDER", description = "For all files (default: target/load).")
    private Path data = Path.of("target", "load");

    LoadPlan plan(OptionValues values) {
        Scenario kind = scenario(values);
        LoadPlan plan = new LoadPlan(
                kind,
                schedule(kind, values),
                values.number("--advance", advance, 0, 100),
                values.number("--in-flight", inFlight, 1, 10_000),
                values.time("--timeout", timeout, Duration.ofMillis(1), Duration.ofMinutes(5)),
                interval == null ? kind.interval() : values.time("--interval", interval, Duration.ofMillis(100), HOUR),
                values.time("--settle", settle, Duration.ofSeconds(1), HOUR),
                limits(kind, values));
        checkTarget(values);
        return plan;
    }

    private Scenario scenario(OptionValues values) {
        Optional<Scenario> known = Stream.of(Scenario.values())
                .filter(it -> it.toString().equals(scenario))
                .findFirst();
        if (known.isEmpty()) {
            values.error("unknown scenario '" + scenario + "': there is create, spike, and soak");
        }
        return known.orElse(Scenario.CREATE);
    }

    private ArrivalSchedule schedule(Scenario kind, OptionValues values) {
        double perSecond = values.rate("--rate", rate, 0.1, MOST_RATE);
        Duration before = values.time("--warm-up", warmUp, Duration.ZERO, LONGEST);
        Duration whole = duration == null
                ? kind.duration()
                : values.time("--duration", duration, Duration.ofSeconds(1), LONGEST);
        try {
            if (kind == Scenario.SPIKE) {
                return spike(values, perSecond, before, whole);
            }
            if (times != null || spike != null) {
                values.error((times == null ? "--spike" : "--times") + " is for spike, not for " + kind);
            }
            return ArrivalSchedule.constant(perSecond, before, whole);
        } catch (IllegalArgumentException e) {
            values.error("--rate " + rate + " for --duration " + OptionValues.shown(whole) + ": " + e.getMessage());
            return ArrivalSchedule.constant(1, Duration.ZERO, Duration.ofSeconds(1));
        }
    }

    private ArrivalSchedule spike(OptionValues values, double perSecond, Duration before, Duration whole) {
        int many = values.number("--times", times == null ? "5" : times, 2, 1000);
        Duration length = values.time("--spike", spike == null ? "10s" : spike, Duration.ofSeconds(1), LONGEST);
        if (whole.compareTo(length.multipliedBy(2)) < 0) {
            values.error("--duration " + OptionValues.shown(whole) + " must be at least twice --spike "
                    + OptionValues.shown(length) + ": there is a time before and behind it");
            return ArrivalSchedule.constant(perSecond, before, whole);
        }
        if (perSecond * many > MOST_RATE) {
            values.error("--rate " + rate + " --times " + many + " is more than " + (long) MOST_RATE + " a second");
        }
        return ArrivalSchedule.spike(perSecond, many, before, whole, length);
    }

    private List<Limit> limits(Scenario kind, OptionValues values) {
        List<Limit> limits = new ArrayList<>();
        if (target != null && kafka == null && (maxEventP99 != null || maxDuplicates != null)) {
            values.error(
                    (maxEventP99 == null ? "--max-duplicates" : "--max-event-p99") + " with --target needs --kafka");
        }
        if (kind != Scenario.SPIKE && maxRecovery != null) {
            values.error("--max-recovery is for spike, not for " + kind);
        }
        if (kind != Scenario.SOAK && failOnDrift) {
            values.error("--fail-on-drift is for soak, not for " + kind);
        }
        addTime(limits, values, "--max-p95", maxP95, it -> it.answers().p95());
        addTime(limits, values, "--max-p99", maxP99, it -> it.answers().p99());
        addTime(
                limits,
                values,
                "--max-event-p99",
                maxEventP99,
                it -> it.events().p99());
        addCount(limits, values, "--max-errors", maxErrors, LoadResult::errors);
        addCount(limits, values, "--max-dropped", maxDropped, LoadResult::dropped);
        addCount(limits, values, "--max-duplicates", maxDuplicates, LoadResult::duplicates);
        if (maxRecovery != null) {
            Duration most = values.time("--max-recovery", maxRecovery, Duration.ZERO, HOUR);
            limits.add(new Limit("--max-recovery", " s", most.toMillis() / 1e3, LoadResult::recoverySeconds));
        }
        if (failOnDrift) {
            limits.add(new Limit("--fail-on-drift", "", 0, LoadResult::drifting));
        }
        return limits;
    }

    private static void addTime(
            List<Limit> limits,
            OptionValues values,
            String option,
            @Nullable String text,
            ToDoubleFunction<LoadResult> value) {
        if (text != null) {
            Duration most = values.time(option, text, Duration.ofMillis(1), HOUR);
            limits.add(new Limit(option, " ms", most.toNanos() / 1e6, value));
        }
    }

    private static void addCount(
            List<Limit> limits,
            OptionValues values,
            String option,
            @Nullable String text,
            ToDoubleFunction<LoadResult> value) {
        if (text != null) {
            limits.add(new Limit(option, "", values.number(option, text, 0, MANY), value));
        }
    }

    private void checkTarget(OptionValues values) {
        if (target != null) {
            URI service = values.address("--target", target);
            if (consumer != null) {
                values.address("--consumer", consumer);
            }
            try {
                if (!allowRemote && !InetAddress.getByName(service.getHost()).isLoopbackAddress()) {
                    values.error(
                            "--target '" + service + "' is not on this machine: say --allow-remote if you mean it");
                }
            } catch (UnknownHostException e) {
                values.error("--target '" + service + "': there is no host '" + service.getHost() + "'");
            }
            return;
        }
        for (String option : Stream.of(
                        kafka == null ? "" : "--kafka",
                        consumer == null ? "" : "--consumer",
                        allowRemote ? "--allow-remote" : "")
                .filter(option -> !option.isEmpty())
                .toList()) {
            values.error(option + " is for a service that --target names");
        }
        if (!Files.isRegularFile(jar())) {
            values.error("the packaged orders example is not at '" + jar()
                    + "': build it (./signalbox build --force), or name it by --orders");
        }
    }

    /** The given file, or the one of this distribution. */
    private Path jar() {
        if (orders != null) {
            return orders;
        }
        try {
            Path own = Path.of(LoadOptions.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            return own.resolveSibling("../orders.jar").normalize();
        } catch (URISyntaxException e) {
            throw new IllegalStateException("the location of this program is unknown", e);
        }
    }

    OrdersExample open() throws IOException, SQLException, InterruptedException {
        if (target == null) {
            return OrdersExampleStarter.start(data.toAbsolutePath(), jar().toAbsolutePath());
        }
        return new OrdersExample(
                URI.create(target),
                Optional.ofNullable(kafka),
                Optional.ofNullable(consumer).map(URI::create),
                Optional.empty(),
                Map.of(
                        "order-service",
                        target,
                        "Kafka",
                        kafka == null ? "not read" : kafka,
                        "consumer",
                        consumer == null ? "not read" : consumer));
    }

    /** What starts now. */
    String description() {
        return target == null
                ? "starting PostgreSQL, Kafka, order-service, consumer and Signalbox …"
                : "load on " + target;
    }
}
