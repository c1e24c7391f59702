package dev.signalbox.benchmarks.load;

import dev.signalbox.benchmarks.load.stage.Stage;
import dev.signalbox.core.time.Clock;
import dev.signalbox.embedded.process.StopSignal;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jline.utils.Signals;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Unmatched;

/** The command line of the load tests. */
@Command(
        name = "signalbox load",
        sortOptions = false,
        description = {
            "Puts load on the orders example: order-service, Signalbox, Kafka, and a consumer. At the end it checks"
                    + " that each",
            "accepted order's events are in Kafka and in order, and that the consumer's sums are those of the service.",
            "A request's time runs from when it was due, not from when it was sent.",
            ""
        },
        footer = {"", "Ctrl-C ends the load; what was made is still checked. A second one ends at once."},
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:everything arrived, and all limits were kept",
            "1:it could not run, a limit was exceeded, or an event was lost or overtaken",
            "2:bad usage"
        })
public final class Load implements Callable<Integer> {
    private static final int BROKEN = 1;
    private static final int INTERRUPTED = 130;

    @CommandLine.Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before anything is run
    private CommandLine.Model.CommandSpec spec;

    @Mixin
    private final Demand demand = new Demand();

    @Mixin
    private final Limits limits = new Limits();

    @Mixin
    private final Place place = new Place();

    @Option(names = "--json", paramLabel = "FILE", description = "Writes everything there, every sample too.")
    private @Nullable Path json;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Shows this text.")
    @SuppressWarnings("UnusedVariable") // picocli looks at the option, not at the field
    private boolean help;

    /** Told together with all else that is wrong. */
    @Unmatched
    private final List<String> unknown = new ArrayList<>();

    private final StopSignal ending;

    private Load(StopSignal ending) {
        this.ending = ending;
    }

    public static void main(String[] arguments) {
        if (System.getenv("SIGNALBOX_LOG_LEVEL") == null) {
            System.setProperty("SIGNALBOX_LOG_LEVEL", "WARN"); // the lines of Kafka's clients say nothing here
        }
        PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
        PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
        StopSignal ending = new StopSignal(Clock.SYSTEM);
        List.of("INT", "TERM").forEach(signal -> Signals.register(signal, () -> end(ending, err)));
        System.exit(run(out, err, ending, arguments));
    }

    /** What this process has started notices its end, and ends too. */
    private static void end(StopSignal ending, PrintWriter err) {
        if (ending.hasBegun()) {
            Runtime.getRuntime().halt(INTERRUPTED);
        }
        err.println("\nsignalbox: load: ending; what was made is still checked (once more ends at once)");
        ending.begin();
    }

    /** Runs a load test in this process; returns the exit code. */
    static int run(PrintWriter out, PrintWriter err, StopSignal ending, String... arguments) {
        return new CommandLine(new Load(ending))
                .setOut(out)
                .setErr(err)
                .setUsageHelpWidth(120)
                .setOverwrittenOptionsAllowed(true) // the launcher gives a folder, which the user may change
                .setParameterExceptionHandler((problem, _) -> {
                    String.valueOf(problem.getMessage())
                            .lines()
                            .forEach(line -> err.println("signalbox: load: " + line));
                    err.println("signalbox: load: see ./signalbox load --help");
                    return CommandLine.ExitCode.USAGE;
                })
                .execute(arguments);
    }

    @Override
    public Integer call() throws InterruptedException {
        Wishes wishes = checked();
        PrintWriter out = spec.commandLine().getOut();
        out.println(place.described());
        try (Stage stage = place.open()) {
            return measure(wishes, stage, out);
        } catch (IOException | SQLException e) {
            spec.commandLine().getErr().println("signalbox: load: cannot go on: " + e.getMessage());
            return BROKEN;
        }
    }

    private int measure(Wishes wishes, Stage stage, PrintWriter out) throws IOException, InterruptedException {
        String name = "load-" + Integer.toString(new SecureRandom().nextInt(1 << 30), Character.MAX_RADIX);
        Map<String, String> facts = facts(wishes, stage, name);
        facts.forEach((fact, value) -> out.printf("  %-16s %s%n", fact, value));
        LoadRun.Surroundings around =
                new LoadRun.Surroundings(name, Clock.SYSTEM, InstantSource.system(), ending, out::println);
        Outcome outcome = new LoadRun(wishes, stage, around).run(sample -> out.println(Progress.line(sample)));
        LoadReport report = new LoadReport(outcome);
        report.print(out);
        if (json != null) {
            report.write(json, facts);
            out.println("written: " + json);
        }
        return outcome.isGood() ? 0 : BROKEN;
    }

    private Wishes checked() {
        Values values = new Values();
        unknown.forEach(word -> values.wrong("unknown argument '" + word + "'"));
        LoadScenario scenario = demand.scenario(values);
        Wishes wishes = new Wishes(
                scenario,
                demand.schedule(values),
                demand.advanced(values),
                demand.mostInFlight(values),
                demand.timeout(values),
                demand.interval(values),
                demand.patience(values),
                limits.thresholds(values, scenario, place.seesEvents()));
        place.check(values);
        Optional.ofNullable(json)
                .filter(file -> Files.isDirectory(file)
                        || !Files.isDirectory(file.toAbsolutePath().resolveSibling("")))
                .ifPresent(file -> values.wrong("--json: '" + file + "' cannot be a file: there is no such folder"));
        if (!values.faults().isEmpty()) {
            throw new CommandLine.ParameterException(spec.commandLine(), String.join("\n", values.faults()));
        }
        return wishes;
    }

    private Map<String, String> facts(Wishes wishes, Stage stage, String name) {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("date", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
        facts.put("run", name);
        facts.put("scenario", wishes.scenario().toString());
        facts.put("schedule", wishes.schedule().toString());
        facts.put("orders", wishes.schedule().size() + ", " + wishes.advanced() + " of 100 get further");
        facts.put("in flight", "at most " + wishes.mostInFlight());
        facts.put("cores", String.valueOf(Runtime.getRuntime().availableProcessors()));
        facts.putAll(stage.facts());
        return facts;
    }
}
