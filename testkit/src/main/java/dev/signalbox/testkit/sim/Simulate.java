package dev.signalbox.testkit.sim;

import java.io.Console;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs the simulator from the command line. */
@Command(
        name = "simulate",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Runs a cluster in virtual time, with crashes, pauses, partitions, lost answers and failing",
            "destinations drawn from a seed, and checks the promises after each run. A seed always gives the same run."
        },
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {"0:all promises held", "1:a promise was broken", "2:bad usage"})
public final class Simulate implements Callable<Integer> {
    private static final int USUAL_SEEDS = 2000;

    @Option(names = "--seeds", paramLabel = "N", description = "how many seeds (" + USUAL_SEEDS + ")")
    private @Nullable Integer seeds;

    @Option(
            names = "--seed",
            paramLabel = "S",
            description = "the first seed; alone, replays just this one with a trace")
    private @Nullable Long seed;

    @Option(
            names = "--plant",
            paramLabel = "FAULT",
            description = "plants a fault to see it found: ${COMPLETION-CANDIDATES}")
    private PlantedFault plantedFault = PlantedFault.NONE;

    @Option(names = "--outlets", description = "runs relays with hundreds of outlets")
    private boolean outlets;

    @Option(names = "--max-failures", paramLabel = "N", description = "stop after so many (${DEFAULT-VALUE})")
    private int maxFailures = 5;

    private Simulate() {}

    public static void main(String[] args) {
        CommandLine commandLine = new CommandLine(new Simulate()).setCaseInsensitiveEnumValuesAllowed(true);
        System.exit(commandLine.execute(args));
    }

    @Override
    public Integer call() {
        int count = seeds == null ? USUAL_SEEDS : seeds;
        if (count < 1 || maxFailures < 1) {
            System.err.println("--seeds and --max-failures take a whole number from 1");
            return CommandLine.ExitCode.USAGE;
        }
        Long first = seed;
        return first != null && seeds == null ? replay(first) : runMany(first == null ? 1 : first, count);
    }

    private int replay(long only) {
        Simulation.Report report = run(only, System.out::println);
        print(report);
        System.out.println(report.isGood() ? "all promises held" : "a promise was broken");
        return report.isGood() ? 0 : 1;
    }

    private Simulation.Report run(long one, @Nullable Consumer<String> trace) {
        return outlets ? Simulation.runOutlets(one, plantedFault, trace) : Simulation.run(one, plantedFault, trace);
    }

    private int runMany(long first, int count) {
        AtomicInteger failures = new AtomicInteger();
        AtomicLong messages = new AtomicLong();
        AtomicLong virtual = new AtomicLong();
        AtomicInteger done = new AtomicInteger();
        try (ProgressBar bar = progressBar(count)) {
            LongStream.range(first, first + count).parallel().forEach(one -> {
                if (failures.get() >= maxFailures) {
                    return;
                }
                Simulation.Report report = run(one, null);
                messages.addAndGet(report.messages());
                virtual.addAndGet(report.virtualNanos());
                done.incrementAndGet();
                if (bar != null) {
                    bar.step();
                }
                if (!report.isGood()) {
                    failures.incrementAndGet();
                    print(report);
                }
            });
        }
        System.out.printf(
                "%d seeds, %d messages, %s of virtual time: %d broken%n",
                done.get(), messages.get(), hours(virtual.get()), failures.get());
        return failures.get() == 0 ? 0 : 1;
    }

    /** Only a terminal can redraw a bar; a log file would get a line for every step. */
    private @Nullable ProgressBar progressBar(int count) {
        if (Optional.ofNullable(System.console()).filter(Console::isTerminal).isEmpty()) {
            return null;
        }
        return new ProgressBarBuilder()
                .setTaskName("Simulating")
                .setInitialMax(count)
                .setStyle(ProgressBarStyle.ASCII)
                .setUpdateIntervalMillis(200)
                .build();
    }

    private static void print(Simulation.Report report) {
        List<String> lines = new ArrayList<>(List.of("seed " + report.seed() + ": " + report.plan()));
        lines.addAll(report.violations());
        if (!report.isGood()) {
            lines.add("replay with --seed " + report.seed());
        }
        System.out.println(String.join(System.lineSeparator() + "   ", lines));
    }

    private static String hours(long nanos) {
        Duration duration = Duration.ofNanos(nanos);
        return "%d h %d min".formatted(duration.toHours(), duration.toMinutesPart());
    }
}
