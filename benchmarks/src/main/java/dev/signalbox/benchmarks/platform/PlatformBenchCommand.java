package dev.signalbox.benchmarks.platform;

import dev.signalbox.benchmarks.MeasuringCommand;
import dev.signalbox.benchmarks.database.PostgresServer;
import dev.signalbox.benchmarks.report.BenchReport;
import dev.signalbox.benchmarks.report.MeasuredRun;
import dev.signalbox.benchmarks.report.RunLog;
import dev.signalbox.benchmarks.report.ScenarioResult;
import dev.signalbox.embedded.files.RunFolder;
import dev.signalbox.embedded.process.OpenResources;
import dev.signalbox.embedded.process.RemovedArguments;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code signalbox bench platform}. */
@Command(
        name = "signalbox bench platform",
        sortOptions = false,
        description = {
            "Measures the event platform over HTTP, beside raw loops over the same tables and targets, in turn.",
            "Read the ratios: absolute rates say as much about the machine.",
            ""
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:measured, whether or not the bars were reached",
            "1:it could not run, or a webhook was lost, repeated or overtaken",
            "2:bad usage"
        })
public final class PlatformBenchCommand extends MeasuringCommand {
    private static final RemovedArguments REMOVED = new RemovedArguments(Set.of(), Map.of());
    private static final List<String> SCENARIOS = List.of(
            IngestScenario.NAME,
            SinglePostScenario.NAME,
            LatencyScenario.NAME,
            JobDrainScenario.NAME,
            DeadTargetScenario.NAME,
            ManySubscriptionsScenario.NAME,
            BacklogScenario.NAME,
            IdleNodeScenario.NAME,
            StartScenario.NAME);
    private static final int MOST = 10_000_000;

    @Parameters(
            paramLabel = "SCENARIO",
            arity = "0..*",
            description = {
                "ingest, posts, latency, drain, dead-target, subscriptions, backlog, idle, start,",
                "or all (default)."
            })
    private List<String> scenarios = List.of(ALL);

    @Option(names = "--pairs", paramLabel = "N", description = "Pairs of runs that count (default: 5; quick: 1).")
    private @Nullable Integer pairs;

    @Option(
            names = "--warm-up",
            paramLabel = "N",
            description = {
                "Pairs of ingest, posts and drain that warm up the JVMs and do not count (default: 3; quick: 0).",
                "Of the other scenarios it is one pair at most."
            })
    private @Nullable Integer warmUp;

    @Option(
            names = "--events",
            paramLabel = "N",
            description = "Of a run of ingest, posts and subscriptions (default: 20000; quick: 1000).")
    private @Nullable Integer events;

    @Option(names = "--jobs", paramLabel = "N", description = "Of a drain (default: 50000; quick: 2000).")
    private @Nullable Integer jobs;

    @Option(
            names = "--dead-jobs",
            paramLabel = "N",
            description = "That wait for a dead target (default: 1000000; quick: 5000).")
    private @Nullable Integer deadJobs;

    @Option(
            names = "--subscriptions",
            paramLabel = "N",
            description = "Of which one matches (default: 10000; quick: 200).")
    private @Nullable Integer subscriptions;

    @Option(names = "--backlog", paramLabel = "N", description = "Jobs that wait (default: 2000000; quick: 20000).")
    private @Nullable Integer backlog;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            description = "Of latency, dead-target and idle (default: 30; quick: 2).")
    private @Nullable Integer seconds;

    @Option(names = "--quick", description = "Small amounts: to see that it works, not for figures.")
    private boolean quick;

    @Option(
            names = "--data",
            paramLabel = "FOLDER",
            description = "For the data of the private server, until the end (default: target/bench).")
    private Path data = Path.of("target", "bench");

    private PlatformBenchCommand() {}

    public static void main(String[] arguments) {
        main((out, err) -> run(out, err, arguments));
    }

    static int run(PrintWriter out, PrintWriter err, String... arguments) {
        return new PlatformBenchCommand().execute(out, err, REMOVED, arguments);
    }

    @Override
    protected Callable<Integer> plan() {
        List<String> chosen = chosen("scenario", scenarios, SCENARIOS, Function.identity());
        int posted = amount("--events", events, 20_000, 1_000, 100, MOST);
        PlatformBenchPlan plan = new PlatformBenchPlan(
                amount("--warm-up", warmUp, 3, 0, 0, 100),
                amount("--pairs", pairs, 5, 1, 1, 100),
                posted,
                posted,
                Duration.ofSeconds(amount("--seconds", seconds, 30, 2, 1, 3_600)),
                Duration.ofSeconds(quick ? 1 : 5),
                // Polling slows down in steps, and sessions report their counters after at most 10 s
                Duration.ofSeconds(quick ? 3 : 30),
                amount("--jobs", jobs, 50_000, 2_000, 100, MOST),
                amount("--dead-jobs", deadJobs, 1_000_000, 5_000, 1, MOST),
                amount("--subscriptions", subscriptions, 10_000, 200, 1, 1_000_000),
                amount("--backlog", backlog, 2_000_000, 20_000, 1, MOST),
                quick ? 2_000 : 20_000);
        check(plan.backlog() >= plan.first(), "--backlog must be at least " + plan.first());
        return () -> measure(chosen, plan);
    }

    private int amount(String option, @Nullable Integer given, int usual, int small, int least, int most) {
        return amount(option, given, quick ? small : usual, least, most);
    }

    private int measure(List<String> chosen, PlatformBenchPlan plan) throws Exception {
        List<MeasuredRun> runs = new ArrayList<>();
        Path parent = Files.createDirectories(data.toAbsolutePath());
        try (OpenResources started = new OpenResources();
                PostgresServer server = PostgresServer.startIn(parent, started)) {
            server.open();
            RunFolder folder = RunFolder.createIn(parent);
            started.add(folder::close);
            Map<String, String> settings = settings(server, plan);
            settings.forEach((name, value) -> out().printf("  %-24s %s%n", name, value));
            PlatformBenchContext context = new PlatformBenchContext(server, folder, plan, new RunLog(out(), runs));
            List<ScenarioResult> results = new ArrayList<>();
            for (String scenario : chosen) {
                results.addAll(scenario(scenario, context).measure());
            }
            BenchReport report = new BenchReport(settings, runs, results);
            report.print(out());
            writeJson(report);
        }
        return runs.stream().allMatch(run -> run.faults().isEmpty()) ? 0 : BROKEN;
    }

    private static PlatformScenario scenario(String name, PlatformBenchContext context) {
        return switch (name) {
            case IngestScenario.NAME -> new IngestScenario(context);
            case SinglePostScenario.NAME -> new SinglePostScenario(context);
            case LatencyScenario.NAME -> new LatencyScenario(context);
            case JobDrainScenario.NAME -> new JobDrainScenario(context);
            case DeadTargetScenario.NAME -> new DeadTargetScenario(context);
            case ManySubscriptionsScenario.NAME -> new ManySubscriptionsScenario(context);
            case BacklogScenario.NAME -> new BacklogScenario(context);
            case IdleNodeScenario.NAME -> new IdleNodeScenario(context);
            case StartScenario.NAME -> new StartScenario(context);
            default -> throw new IllegalArgumentException("no scenario " + name);
        };
    }

    private static Map<String, String> settings(PostgresServer server, PlatformBenchPlan plan) throws SQLException {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("date", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
        settings.put("server", "private PostgreSQL");
        settings.putAll(server.settings());
        settings.put("cores", String.valueOf(Runtime.getRuntime().availableProcessors()));
        settings.put("JVM", System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"));
        settings.put("largest heap of a node", "256 MB");
        settings.put("pairs", "%d; before them %d to warm up".formatted(plan.pairs(), plan.warmUp()));
        return settings;
    }
}
