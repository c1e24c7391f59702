package dev.signalbox.benchmarks;

import dev.signalbox.benchmarks.competitor.Database;
import dev.signalbox.benchmarks.database.BenchServer;
import dev.signalbox.benchmarks.database.Operator;
import dev.signalbox.benchmarks.report.Finding;
import dev.signalbox.benchmarks.report.JsonReport;
import dev.signalbox.benchmarks.report.RatioChart;
import dev.signalbox.benchmarks.report.Run;
import dev.signalbox.benchmarks.report.Summary;
import dev.signalbox.benchmarks.scenario.Arena;
import dev.signalbox.benchmarks.scenario.Notebook;
import dev.signalbox.benchmarks.scenario.Plan;
import dev.signalbox.benchmarks.scenario.Scenario;
import dev.signalbox.benchmarks.workload.Destinations;
import dev.signalbox.core.coordination.CoordinationException;
import dev.signalbox.core.time.Clock;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command line of the benchmarks. */
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
public final class Bench implements Callable<Integer> {
    private static final int BROKEN = 1;

    @CommandLine.Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before anything is run
    private CommandLine.Model.CommandSpec spec;

    @Mixin
    private final Choice choice = new Choice();

    @Mixin
    private final Amounts amounts = new Amounts();

    @Option(names = "--json", paramLabel = "FILE", description = "Writes every run and finding there.")
    private @Nullable Path json;

    @Option(names = "--svg", paramLabel = "FILE", description = "Draws the ratios there.")
    private @Nullable Path svg;

    @Mixin
    private final Place place = new Place();

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Shows this text.")
    @SuppressWarnings("UnusedVariable") // picocli looks at the option, not at the field
    private boolean help;

    private Bench() {}

    public static void main(String[] arguments) {
        if (System.getenv("SIGNALBOX_LOG_LEVEL") == null) {
            System.setProperty("SIGNALBOX_LOG_LEVEL", "WARN"); // a line for every run of a node says nothing here
        }
        PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
        PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
        System.exit(run(out, err, arguments));
    }

    /** Runs the benchmarks in this process; returns the exit code. */
    static int run(PrintWriter out, PrintWriter err, String... arguments) {
        return new CommandLine(new Bench())
                .setOut(out)
                .setErr(err)
                .setUsageHelpWidth(110)
                .setOverwrittenOptionsAllowed(true) // the launcher gives a folder, which the user may change
                .setParameterExceptionHandler((problem, _) -> {
                    err.println("signalbox: bench: " + problem.getMessage() + " (see ./signalbox bench --help)");
                    return CommandLine.ExitCode.USAGE;
                })
                .execute(arguments);
    }

    @Override
    public Integer call() throws InterruptedException {
        List<Scenario> scenarios;
        Plan plan;
        try {
            scenarios = choice.scenarios();
            plan = plan();
            place.check();
            checkFolder("--json", json);
            checkFolder("--svg", svg);
        } catch (IllegalArgumentException e) {
            throw new CommandLine.ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        }
        PrintWriter out = spec.commandLine().getOut();
        Notebook notebook = new Notebook(out);
        try {
            measure(scenarios, plan, notebook, out);
        } catch (IOException | SQLException | CoordinationException e) {
            spec.commandLine().getErr().println("signalbox: bench: cannot go on: " + e.getMessage());
            return BROKEN;
        }
        boolean faultless =
                notebook.runs().stream().allMatch(run -> run.faults().isEmpty());
        return faultless ? 0 : BROKEN;
    }

    private Plan plan() {
        Database database = place.database();
        return new Plan(
                database,
                choice.contestants(database),
                choice.rawToo(database),
                choice.destinations(),
                amounts.warmUp(),
                amounts.pairs(),
                amounts.rows(),
                amounts.times(),
                amounts.engine());
    }

    private static void checkFolder(String option, @Nullable Path file) {
        if (file != null
                && (Files.isDirectory(file)
                        || !Files.isDirectory(file.toAbsolutePath().resolveSibling("")))) {
            throw new IllegalArgumentException(option + ": '" + file + "' cannot be a file: there is no such folder");
        }
    }

    private void measure(List<Scenario> scenarios, Plan plan, Notebook notebook, PrintWriter out)
            throws IOException, SQLException, CoordinationException, InterruptedException {
        out.println("starting (" + place.described() + " " + plan.database().product() + ")");
        try (BenchServer server = place.open();
                Destinations destinations = new Destinations(place.data(), Clock.SYSTEM)) {
            // A signal ends the program in the middle: what it has started ends with it.
            Runtime.getRuntime().addShutdownHook(new Thread(() -> close(server, destinations), "close-servers"));
            try (Operator operator = server.operator(Clock.SYSTEM)) {
                Map<String, String> settings = Facts.gather(place.described(), operator, plan);
                settings.forEach((name, value) -> out.printf("  %-24s %s%n", name, value));
                Arena arena = new Arena(server, operator, destinations, plan, notebook, Clock.SYSTEM);
                List<Finding> findings = new ArrayList<>();
                for (Scenario scenario : scenarios) {
                    out.println();
                    out.println(scenario.headline(plan.database()));
                    findings.addAll(scenario.measure(arena));
                }
                report(out, settings, notebook.runs(), findings);
            }
        }
    }

    private void report(PrintWriter out, Map<String, String> settings, List<Run> runs, List<Finding> findings)
            throws IOException {
        out.println();
        out.println("Found (ratios are medians of the pairs' own ratios)");
        Summary.findings(findings).forEach(out::println);
        if (Summary.haveCosts(runs)) {
            out.println();
            out.println("What a message costs (medians; CPU is that of this JVM, with receiver and writers in it)");
            Summary.costs(runs).forEach(out::println);
        }
        if (json != null) {
            JsonReport.write(json, settings, runs, findings);
            out.println("written: " + json);
        }
        if (svg != null) {
            RatioChart.write(svg, findings);
            out.println("drawn: " + svg);
        }
    }

    private static void close(BenchServer server, Destinations destinations) {
        try (server;
                destinations) {
            // Nothing is left to do with them.
        } catch (IOException e) {
            System.err.println("signalbox: bench: a server could not be closed: " + e.getMessage());
        }
    }
}
