package dev.signalbox.benchmarks.load;

import dev.signalbox.benchmarks.MeasuringCommand;
import dev.signalbox.embedded.process.OpenResources;
import dev.signalbox.embedded.process.RemovedArguments;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;
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

    private static final RemovedArguments REMOVED = new RemovedArguments(
            Set.of(("--times --spike --advance --in-flight --timeout --interval --settle --max-p95 --max-dropped"
                            + " --max-duplicates --max-recovery")
                    .split(" ")),
            Map.of("spike", "create"));
    private static final int MOST_RATE = 20_000;
    private static final Duration NO_LIMIT = Duration.ofDays(1);
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
    private Duration maxP99 = NO_LIMIT;

    @Option(names = "--max-event-p99", paramLabel = "TIME", description = "Limit from the transaction to Kafka.")
    private Duration maxEventP99 = NO_LIMIT;

    @Option(names = "--max-errors", paramLabel = "N", description = "Limit for requests without an answer of 2xx.")
    private int maxErrors = Integer.MAX_VALUE;

    @Option(names = "--fail-on-drift", description = "soak: fail if latencies, backlog or memory drift.")
    private boolean failOnDrift;

    @Option(
            names = "--orders",
            paramLabel = "FILE",
            description = "The packaged example (default: target/dist/orders.jar).")
    private Path orders = Path.of("target", "dist", "orders.jar");

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
        return new LoadCommand(stop).execute(out, err, REMOVED, arguments);
    }

    /** Child processes notice the end of this process, and end too. */
    private static void stop(CountDownLatch stop, PrintWriter err) {
        if (stop.getCount() == 0) {
            Runtime.getRuntime().halt(INTERRUPTED);
        }
        err.println("\nsignalbox: load: ending; the orders so far are still checked (once more ends at once)");
        stop.countDown();
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
        LoadState.Plan plan = new LoadState.Plan(perSecond, warmUp, duration == null ? usual : duration);
        check(
                plan.size() > 0 && plan.size() <= MOST_ORDERS,
                "--rate for --duration must be 1 to " + MOST_ORDERS + " orders, not " + plan.size());
        check(
                Files.isRegularFile(orders),
                "the packaged orders example is not at '" + orders
                        + "': build it (./signalbox build --force), or name it by --orders");
        return () -> measure(plan);
    }

    private int measure(LoadState.Plan plan) throws IOException, SQLException, InterruptedException {
        out().println("starting PostgreSQL, Kafka, order-service, consumer and Signalbox …");
        try (OpenResources started = new OpenResources()) {
            OrdersExample example = new OrdersExample(data.toAbsolutePath(), orders.toAbsolutePath(), started);
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
        return new TreeMap<>(Map.of(
                "orders",
                        state.sum(order -> Math.min(order.accepted(), 1)) + " of "
                                + state.orders().size(),
                "statuses", state.labels(),
                "dropped", state.dropped().sum(),
                "answers", state.answers().all(),
                "events", state.events().all(),
                "promised", state.sum(TracedOrder::accepted),
                "missing", state.sum(TracedOrder::missing),
                "duplicates", state.sum(TracedOrder::duplicates)));
    }

    private record Limit(String option, double value, double most) {}

    private List<String> missedLimits(LoadState state, List<String> drifts) {
        return Stream.of(
                        new Limit("--max-p99", state.answers().all().p99(), maxP99.toMillis()),
                        new Limit("--max-event-p99", state.events().all().p99(), maxEventP99.toMillis()),
                        new Limit("--max-errors", state.errors(), maxErrors),
                        new Limit("--fail-on-drift", drifts.size(), failOnDrift ? 0 : Integer.MAX_VALUE))
                .filter(limit -> limit.value() > limit.most())
                .map(limit -> "%s: %.1f is more than %.0f".formatted(limit.option(), limit.value(), limit.most()))
                .toList();
    }
}
