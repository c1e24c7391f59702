package dev.signalbox.benchmarks;

import dev.signalbox.benchmarks.database.BenchServer;
import dev.signalbox.benchmarks.database.DatabaseControlSession;
import dev.signalbox.benchmarks.report.JsonReport;
import dev.signalbox.benchmarks.report.MeasuredRun;
import dev.signalbox.benchmarks.report.ScenarioResult;
import dev.signalbox.benchmarks.report.TextReport;
import dev.signalbox.benchmarks.scenario.BenchContext;
import dev.signalbox.benchmarks.scenario.BenchPlan;
import dev.signalbox.benchmarks.scenario.Scenario;
import dev.signalbox.benchmarks.workload.Destination;
import dev.signalbox.benchmarks.workload.ReceiverFactory;
import dev.signalbox.core.coordination.CoordinationException;
import dev.signalbox.core.time.Clock;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code signalbox bench}. */
@Command(
        name = "signalbox bench",
        sortOptions = false,
        description = {
            "Measures Signalbox against raw loops over the same table on the same server, in turn.",
            "Read the ratios: absolute rates say as much about the machine.",
            ""
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:measured, whether or not the bars were reached",
            "1:it could not run, or a message was lost, repeated or overtaken",
            "2:bad usage"
        })
public final class BenchCommand implements Callable<Integer> {
    private static final int BROKEN = 1;

    @CommandLine.Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandLine.Model.CommandSpec spec;

    @Mixin
    private final BenchOptions options = new BenchOptions();

    @Option(names = "--json", paramLabel = "FILE", description = "Writes all runs and results there.")
    private @Nullable Path json;

    @Option(names = "--svg", paramLabel = "FILE", description = "Ignored: there are no pictures any more.")
    private @Nullable Path svg;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Shows this text.")
    @SuppressWarnings("UnusedVariable") // picocli uses the option, not the field
    private boolean help;

    private BenchCommand() {}

    public static void main(String[] arguments) {
        if (System.getenv("SIGNALBOX_LOG_LEVEL") == null) {
            System.setProperty("SIGNALBOX_LOG_LEVEL", "WARN"); // nodes log each start and stop at INFO
        }
        PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
        PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
        System.exit(run(out, err, arguments));
    }

    /** Runs the command in this process; returns the exit code. */
    static int run(PrintWriter out, PrintWriter err, String... arguments) {
        return new CommandLine(new BenchCommand())
                .setOut(out)
                .setErr(err)
                .setUsageHelpWidth(110)
                .setOverwrittenOptionsAllowed(true) // the launcher passes --data, which users may override
                .setParameterExceptionHandler((problem, _) -> {
                    err.println("signalbox: bench: " + problem.getMessage() + " (see ./signalbox bench --help)");
                    return CommandLine.ExitCode.USAGE;
                })
                .execute(arguments);
    }

    @Override
    public Integer call() throws InterruptedException {
        List<Scenario> scenarios;
        BenchPlan plan;
        try {
            scenarios = options.scenarios();
            plan = options.plan();
            if (json != null
                    && (Files.isDirectory(json)
                            || !Files.isDirectory(json.toAbsolutePath().resolveSibling("")))) {
                throw new IllegalArgumentException("--json: '" + json + "' cannot be a file: there is no such folder");
            }
        } catch (IllegalArgumentException e) {
            throw new CommandLine.ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        }
        if (svg != null) {
            spec.commandLine().getErr().println("signalbox: bench: --svg is ignored: there are no pictures any more");
        }
        List<MeasuredRun> runs = new ArrayList<>();
        try {
            measure(scenarios, plan, runs, spec.commandLine().getOut());
        } catch (IOException | SQLException | CoordinationException e) {
            spec.commandLine().getErr().println("signalbox: bench: cannot go on: " + e.getMessage());
            return BROKEN;
        }
        return runs.stream().allMatch(run -> run.faults().isEmpty()) ? 0 : BROKEN;
    }

    private void measure(List<Scenario> scenarios, BenchPlan plan, List<MeasuredRun> runs, PrintWriter out)
            throws IOException, SQLException, CoordinationException, InterruptedException {
        out.println("starting (" + options.serverDescription() + " "
                + plan.database().product() + ")");
        try (BenchServer server = options.open();
                ReceiverFactory receivers = new ReceiverFactory(options.data(), Clock.SYSTEM)) {
            // A signal can end the program at any time: private servers end with it
            Runtime.getRuntime().addShutdownHook(new Thread(() -> close(server, receivers), "close-servers"));
            try (DatabaseControlSession databaseControlSession = server.controlSession(Clock.SYSTEM)) {
                Map<String, String> settings = settings(databaseControlSession, plan);
                settings.forEach((name, value) -> out.printf("  %-24s %s%n", name, value));
                BenchContext context =
                        new BenchContext(server, databaseControlSession, receivers, plan, out, runs, Clock.SYSTEM);
                List<ScenarioResult> results = new ArrayList<>();
                for (Scenario scenario : scenarios) {
                    out.println();
                    out.println(scenario.headline(plan.database()));
                    results.addAll(scenario.measure(context));
                }
                report(out, settings, runs, results);
            }
        }
    }

    /** All settings that affect the figures. */
    private Map<String, String> settings(DatabaseControlSession databaseControlSession, BenchPlan plan)
            throws SQLException {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("date", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
        settings.put("server", options.serverDescription());
        settings.putAll(databaseControlSession.settings());
        settings.put("cores", String.valueOf(Runtime.getRuntime().availableProcessors()));
        settings.put("system", System.getProperty("os.name") + " " + System.getProperty("os.arch"));
        settings.put("JVM", System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"));
        settings.put(
                "collector",
                ManagementFactory.getGarbageCollectorMXBeans().stream()
                        .map(GarbageCollectorMXBean::getName)
                        .collect(Collectors.joining(", ")));
        settings.put("largest heap", (Runtime.getRuntime().maxMemory() >> 20) + " MB");
        settings.put("pairs", "%d; before drains %d to warm up".formatted(plan.pairs(), plan.warmUp()));
        settings.putAll(plan.database().notes());
        if (plan.destinations().contains(Destination.KAFKA)) {
            settings.put("Kafka", ReceiverFactory.kafkaDescription());
        }
        if (plan.destinations().contains(Destination.RABBITMQ)) {
            settings.put("RabbitMQ", "one private broker, a durable classic queue, persistent messages");
        }
        settings.put("wake-ups", plan.engine().wakeUps() ? "if the database notifies" : "none: polling only");
        settings.put("poll interval", plan.engine().pollInterval().toMillis() + " ms");
        return settings;
    }

    private void report(
            PrintWriter out, Map<String, String> settings, List<MeasuredRun> runs, List<ScenarioResult> results)
            throws IOException {
        out.println();
        out.println("Results (ratios are medians of the pairs' own ratios)");
        TextReport.results(results).forEach(out::println);
        List<String> costs = TextReport.costs(runs);
        if (!costs.isEmpty()) {
            out.println();
            out.println("What a message costs (medians; CPU is that of this JVM, with receiver and writers in it)");
            costs.forEach(out::println);
        }
        if (json != null) {
            JsonReport.write(json, settings, runs, results);
            out.println("written: " + json);
        }
    }

    private static void close(BenchServer server, ReceiverFactory receivers) {
        try (server;
                receivers) {
            // Both close here.
        } catch (IOException e) {
            System.err.println("signalbox: bench: a server could not be closed: " + e.getMessage());
        }
    }
}
