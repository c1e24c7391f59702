package dev.signalbox.benchmarks.load;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jline.utils.Signals;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Unmatched;

/** The command {@code signalbox load}. */
@Command(
        name = "signalbox load",
        sortOptions = false,
        description = {
            "Puts load on the orders example: order-service, Signalbox, Kafka, and a consumer. Then it checks that the",
            "events of each accepted order are in Kafka and in order, and that the consumer's sums are the service's.",
            "A latency starts when the request was due, not when it was sent.",
            ""
        },
        footer = {"", "Ctrl-C ends the load and starts the check. A second Ctrl-C ends at once."},
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:everything arrived, and all limits were kept",
            "1:it could not run, a limit was exceeded, or an event was lost or overtaken",
            "2:bad usage"
        })
public final class LoadCommand implements Callable<Integer> {
    private static final int BROKEN = 1;
    private static final int INTERRUPTED = 130;

    @CommandLine.Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandLine.Model.CommandSpec spec;

    @Mixin
    private final LoadOptions options = new LoadOptions();

    @Option(names = "--json", paramLabel = "FILE", description = "Writes the report with all samples there.")
    private @Nullable Path json;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Shows this text.")
    @SuppressWarnings("UnusedVariable") // picocli uses the option, not the field
    private boolean help;

    /** Reported together with all other errors. */
    @Unmatched
    private final List<String> unknown = new ArrayList<>();

    private final CountDownLatch stop;

    private LoadCommand(CountDownLatch stop) {
        this.stop = stop;
    }

    public static void main(String[] arguments) {
        if (System.getenv("SIGNALBOX_LOG_LEVEL") == null) {
            System.setProperty("SIGNALBOX_LOG_LEVEL", "WARN"); // Kafka's clients log much at INFO
        }
        PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
        PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
        CountDownLatch stop = new CountDownLatch(1);
        List.of("INT", "TERM").forEach(signal -> Signals.register(signal, () -> stop(stop, err)));
        System.exit(run(out, err, stop, arguments));
    }

    /** Child processes notice the end of this process, and end too. */
    private static void stop(CountDownLatch stop, PrintWriter err) {
        if (stop.getCount() == 0) {
            Runtime.getRuntime().halt(INTERRUPTED);
        }
        err.println("\nsignalbox: load: ending; the orders so far are still checked (once more ends at once)");
        stop.countDown();
    }

    /** Runs the command in this process; returns the exit code. */
    static int run(PrintWriter out, PrintWriter err, CountDownLatch stop, String... arguments) {
        return new CommandLine(new LoadCommand(stop))
                .setOut(out)
                .setErr(err)
                .setUsageHelpWidth(120)
                .setOverwrittenOptionsAllowed(true) // the launcher passes --data, which users may override
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
        LoadPlan plan = plan();
        PrintWriter out = spec.commandLine().getOut();
        out.println(options.description());
        try (OrdersExample example = options.open()) {
            String name = "load-" + Integer.toString(new SecureRandom().nextInt(1 << 30), Character.MAX_RADIX);
            Map<String, String> settings = settings(plan, example, name);
            settings.forEach((setting, value) -> out.printf("  %-16s %s%n", setting, value));
            LoadResult result = new LoadRun(plan, example, name, stop, out::println).run();
            LoadReport report = new LoadReport(result);
            report.print(out);
            if (json != null) {
                report.write(json, settings);
                out.println("written: " + json);
            }
            return result.isGood() ? 0 : BROKEN;
        } catch (IOException | SQLException e) {
            spec.commandLine().getErr().println("signalbox: load: cannot go on: " + e.getMessage());
            return BROKEN;
        }
    }

    private LoadPlan plan() {
        OptionValues values = new OptionValues();
        unknown.forEach(word -> values.error("unknown argument '" + word + "'"));
        LoadPlan plan = options.plan(values);
        if (json != null
                && (Files.isDirectory(json)
                        || !Files.isDirectory(json.toAbsolutePath().resolveSibling("")))) {
            values.error("--json: '" + json + "' cannot be a file: there is no such folder");
        }
        if (!values.errors().isEmpty()) {
            throw new CommandLine.ParameterException(spec.commandLine(), String.join("\n", values.errors()));
        }
        return plan;
    }

    private static Map<String, String> settings(LoadPlan plan, OrdersExample example, String name) {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("date", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
        settings.put("run", name);
        settings.put("scenario", plan.scenario().toString());
        settings.put("schedule", plan.schedule().toString());
        settings.put("orders", plan.schedule().size() + ", " + plan.advanced() + " of 100 get further");
        settings.put("in flight", "at most " + plan.mostInFlight());
        settings.put("cores", String.valueOf(Runtime.getRuntime().availableProcessors()));
        settings.putAll(example.settings());
        return settings;
    }
}
