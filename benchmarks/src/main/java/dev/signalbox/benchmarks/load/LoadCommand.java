package dev.signalbox.benchmarks.load;

import dev.signalbox.benchmarks.MeasuringCommand;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import org.jline.utils.Signals;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code signalbox load}. */
@Command(
        name = "signalbox load",
        sortOptions = false,
        description = {
            "Starts the orders example (order-service, Signalbox, Kafka, and a consumer) and puts load on it. Then it checks",
            "that the events of each accepted order are in Kafka and in order, and that the consumer's sums are the service's.",
            "A latency starts when the request was due, not when it was sent. Requests beyond 500 in flight are dropped: then",
            "the rate is more than the example can take.",
            ""
        },
        footer = {"", "Ctrl-C ends the load and starts the check. A second Ctrl-C ends at once."},
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:everything arrived, and all limits were kept",
            "1:it could not run, a limit was exceeded, or an event was lost or overtaken",
            "2:bad usage"
        })
public final class LoadCommand extends MeasuringCommand {
    private static final int INTERRUPTED = 130;
    /** About 300 bytes per order are kept in memory. */
    private static final int MOST_ORDERS = 1_000_000;

    private static final int MOST_RATE = 20_000;
    private static final long SAMPLES = 60;

    @Parameters(
            paramLabel = "SCENARIO",
            arity = "0..1",
            description = {
                "create: orders at a constant rate (default).",
                "soak: the same for a long time, and whether latencies, backlog or memory have drifted."
            })
    private String scenario = "create";

    @Option(names = "--rate", paramLabel = "RATE", description = "New orders, such as 200/s (default: 100/s).")
    private String rate = "100/s";

    @Option(names = "--duration", paramLabel = "TIME", description = "Default: create 30s, soak 10m.")
    private @Nullable Duration duration;

    @Option(names = "--warm-up", paramLabel = "TIME", description = "Before that, without its latencies (default: 5s).")
    private Duration warmUp = Duration.ofSeconds(5);

    @Option(names = "--max-p99", paramLabel = "TIME", description = "Limit for all answers, such as 40ms.")
    private @Nullable Duration maxP99;

    @Option(names = "--max-event-p99", paramLabel = "TIME", description = "Limit from the transaction to Kafka.")
    private @Nullable Duration maxEventP99;

    @Option(names = "--max-errors", paramLabel = "N", description = "Limit for requests without an answer of 2xx.")
    private @Nullable Integer maxErrors;

    @Option(names = "--fail-on-drift", description = "soak: fail if latencies, backlog or memory drift.")
    private boolean failOnDrift;

    @Option(names = "--orders", paramLabel = "FILE", description = "The packaged example (default: of this build).")
    private Path orders = distribution().resolve("orders.jar");

    @Option(names = "--data", paramLabel = "FOLDER", description = "For all files (default: target/load).")
    private Path data = Path.of("target", "load");

    private final CountDownLatch stop;

    private LoadCommand(CountDownLatch stop) {
        this.stop = stop;
    }

    public static void main(String[] arguments) {
        main((out, err) -> {
            CountDownLatch stop = new CountDownLatch(1);
            List.of("INT", "TERM").forEach(signal -> Signals.register(signal, () -> stop(stop, err)));
            return run(out, err, stop, arguments);
        });
    }

    static int run(PrintWriter out, PrintWriter err, CountDownLatch stop, String... arguments) {
        return new LoadCommand(stop).execute(out, err, arguments);
    }

    /** Child processes notice the end of this process, and end too. */
    private static void stop(CountDownLatch stop, PrintWriter err) {
        if (stop.getCount() == 0) {
            Runtime.getRuntime().halt(INTERRUPTED);
        }
        err.println("\nsignalbox: load: ending; the orders so far are still checked (once more ends at once)");
        stop.countDown();
    }

    /** The folder of the jars of this program is in it. */
    private static Path distribution() {
        URI own = URI.create(LoadCommand.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toString());
        return Path.of(own).resolveSibling("..").normalize();
    }

    @Override
    protected Callable<Integer> plan() {
        boolean soak = scenario.equals("soak");
        check(soak || scenario.equals("create"), "unknown scenario '" + scenario + "': there is create, and soak");
        check(!failOnDrift || soak, "--fail-on-drift is for soak, not for " + scenario);
        double perSecond = rate.matches("[0-9.]{1,9}(/s)?") ? Double.parseDouble(rate.replace("/s", "")) : 0;
        check(
                perSecond >= 0.1 && perSecond <= MOST_RATE,
                "--rate must be 0.1/s to " + MOST_RATE + "/s, not '" + rate + "'");
        Duration usual = soak ? Duration.ofMinutes(10) : Duration.ofSeconds(30);
        LoadPlan plan = new LoadPlan(perSecond, warmUp, duration == null ? usual : duration);
        check(
                plan.size() > 0 && plan.size() <= MOST_ORDERS,
                "--rate for --duration must be 1 to " + MOST_ORDERS + " orders, not " + plan.size());
        check(
                Files.isRegularFile(orders),
                "the packaged orders example is not at '" + orders
                        + "': build it (./signalbox build --force), or name it by --orders");
        return () -> measure(plan);
    }

    private int measure(LoadPlan plan) throws IOException, SQLException, InterruptedException {
        out().println("starting PostgreSQL, Kafka, order-service, consumer and Signalbox …");
        try (OrdersExample example = OrdersExample.start(data.toAbsolutePath(), orders.toAbsolutePath())) {
            String name = "load-" + Integer.toString(ThreadLocalRandom.current().nextInt(1 << 30), 36);
            out().printf("%s %s: %s, %d orders%n", scenario, name, plan, plan.size());
            LoadState state = LoadState.of(name, plan);
            LoadRun run = new LoadRun(example, state, stop, out());
            long millis = plan.duration().dividedBy(SAMPLES).toMillis();
            List<String> faults = run.run(Duration.ofMillis(Math.max(1000, millis)));
            List<String> drifts = LoadSample.drifts(run.samples());
            List<String> missed = missedLimits(state, drifts);
            Map<String, Object> report = report(state);
            out().println();
            report.forEach((subject, value) -> out().printf("%-12s %s%n", subject, value));
            drifts.forEach(drift -> out().println("DRIFT: " + drift));
            missed.forEach(limit -> out().println("MISSED: " + limit));
            faults.forEach(fault -> out().println("FAULT: " + fault));
            report.putAll(Map.of("samples", run.samples(), "drifts", drifts, "missed", missed, "faults", faults));
            writeJson(report);
            return missed.isEmpty() && faults.isEmpty() ? 0 : BROKEN;
        }
    }

    private static Map<String, Object> report(LoadState state) {
        long made =
                state.orders().stream().filter(order -> order.accepted() > 0).count();
        return new TreeMap<>(Map.of(
                "orders", made + " of " + state.orders().size() + " accepted",
                "statuses", state.labels(),
                "dropped", state.dropped().sum(),
                "answers", state.answers().all(),
                "events", state.events().all(),
                "promised", state.sum(TracedOrder::accepted),
                "missing", state.sum(TracedOrder::missing),
                "duplicates", state.sum(TracedOrder::duplicates)));
    }

    private List<String> missedLimits(LoadState state, List<String> drifts) {
        List<String> missed = new ArrayList<>();
        addMissed(missed, "--max-p99", millis(maxP99), state.answers().all().p99());
        addMissed(
                missed,
                "--max-event-p99",
                millis(maxEventP99),
                state.events().all().p99());
        addMissed(missed, "--max-errors", maxErrors, state.errors());
        addMissed(missed, "--fail-on-drift", failOnDrift ? 0 : null, drifts.size());
        return missed;
    }

    private static void addMissed(List<String> missed, String option, @Nullable Number most, double value) {
        if (most != null && value > most.doubleValue()) {
            missed.add("%s: %.1f is more than %s".formatted(option, value, most));
        }
    }

    private static @Nullable Long millis(@Nullable Duration time) {
        return time == null ? null : time.toMillis();
    }
}
