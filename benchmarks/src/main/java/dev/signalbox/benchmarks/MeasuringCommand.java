package dev.signalbox.benchmarks;

import dev.signalbox.core.coordination.Coordinator.CoordinationException;
import dev.signalbox.embedded.process.RemovedArguments;
import dev.signalbox.runtime.settings.Durations;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** What the commands {@code bench} and {@code load} share: common options, and how they report errors. */
public abstract class MeasuringCommand implements Callable<Integer> {
    protected static final int BROKEN = 1;
    protected static final String ALL = "all";

    @CommandLine.Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandLine.Model.CommandSpec spec;

    @Option(names = "--json", paramLabel = "FILE", description = "Writes the whole report there.")
    private @Nullable Path json;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Shows this text.")
    @SuppressWarnings("UnusedVariable") // picocli uses the option, not the field
    private boolean help;

    /** Runs a command with the standard streams, and ends this process with its exit code. */
    protected static void main(BiFunction<PrintWriter, PrintWriter, Integer> run) {
        if (System.getenv("SIGNALBOX_LOG_LEVEL") == null) {
            System.setProperty("SIGNALBOX_LOG_LEVEL", "WARN"); // nodes and Kafka's clients log much at INFO
        }
        System.exit(run.apply(
                new PrintWriter(System.out, true, StandardCharsets.UTF_8),
                new PrintWriter(System.err, true, StandardCharsets.UTF_8)));
    }

    protected final int execute(PrintWriter out, PrintWriter err, RemovedArguments removed, String... arguments) {
        CommandLine line = new CommandLine(this);
        String prefix = line.getCommandName().replace("signalbox ", "signalbox: ") + ": ";
        return line.setOut(out)
                .setErr(err)
                .setUsageHelpWidth(120)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .registerConverter(Duration.class, Durations::known)
                .setOverwrittenOptionsAllowed(true) // the launcher passes --data, which users may override
                .setParameterExceptionHandler((problem, _) -> {
                    String known = problem instanceof UnmatchedArgumentException ? "; there is " + options() : "";
                    err.println(
                            prefix + problem.getMessage() + known + " (see ./" + line.getCommandName() + " --help)");
                    return CommandLine.ExitCode.USAGE;
                })
                .setExecutionExceptionHandler((problem, _, _) -> {
                    if (problem instanceof IOException
                            || problem instanceof SQLException
                            || problem instanceof CoordinationException) {
                        err.println(prefix + "cannot go on: " + problem.getMessage());
                        return BROKEN;
                    }
                    throw problem;
                })
                .execute(removed.warnAndRemove(arguments, err));
    }

    @Override
    public final Integer call() throws Exception {
        Callable<Integer> measurement;
        try {
            check(
                    json == null
                            || (!Files.isDirectory(json)
                                    && Files.isDirectory(json.toAbsolutePath().resolveSibling(""))),
                    "--json: '" + json + "' cannot be a file: there is no such folder");
            measurement = plan();
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        }
        return measurement.call();
    }

    /** Checks all options, throws IllegalArgumentException if they make no sense, and returns what measures. */
    protected abstract Callable<Integer> plan();

    protected final PrintWriter out() {
        return spec.commandLine().getOut();
    }

    protected final void writeJson(Object report) throws IOException {
        if (json != null) {
            JsonMapper mapper = JsonMapper.builder()
                    .enable(SerializationFeature.INDENT_OUTPUT)
                    .build();
            Files.writeString(json, mapper.writeValueAsString(report) + "\n");
            out().println("written: " + json);
        }
    }

    protected static void check(boolean good, String otherwise) {
        if (!good) {
            throw new IllegalArgumentException(otherwise);
        }
    }

    /** The value of an option, or the default. */
    protected static int amount(String option, @Nullable Integer given, int usual, int least, int most) {
        int value = given == null ? usual : given;
        check(value >= least && value <= most, option + " must be " + least + " to " + most + ", not " + value);
        return value;
    }

    /** Those that the user has named, in their usual order. */
    protected static <T> List<T> chosen(String what, List<String> words, List<T> all, Function<T, String> name) {
        List<String> known = all.stream().map(name).toList();
        for (String word : words) {
            check(
                    word.equals(ALL) || known.contains(word),
                    "unknown " + what + " '" + word + "': there is " + String.join(", ", known));
        }
        return all.stream()
                .filter(one -> words.contains(ALL) || words.contains(name.apply(one)))
                .toList();
    }

    private String options() {
        return String.join(", ", spec.optionsMap().keySet());
    }
}
