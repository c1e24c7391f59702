package dev.signalbox.benchmarks.scenario;

import dev.signalbox.benchmarks.database.BenchServer;
import dev.signalbox.benchmarks.database.DatabaseControlSession;
import dev.signalbox.benchmarks.report.MeasuredRun;
import dev.signalbox.benchmarks.report.Metric;
import dev.signalbox.benchmarks.workload.ReceiverFactory;
import dev.signalbox.core.time.Clock;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.StringJoiner;
import java.util.function.BooleanSupplier;

/**
 * What all scenarios use.
 *
 * @param runs all runs so far
 */
public record BenchContext(
        BenchServer server,
        DatabaseControlSession operator,
        ReceiverFactory receivers,
        BenchPlan plan,
        PrintWriter out,
        List<MeasuredRun> runs,
        Clock clock) {
    private static final Duration BETWEEN_CHECKS = Duration.ofMillis(2);

    /** Keeps a run and prints it. */
    MeasuredRun add(MeasuredRun run) {
        runs.add(run);
        String pair = run.counts() ? "pair " + run.pair() : "warm-up";
        out.printf("  %-8s %-30s %s%n", pair, run.competitor(), metrics(run, false));
        String costs = metrics(run, true);
        if (!costs.isEmpty()) {
            out.println("           per message: " + costs);
        }
        run.faults().forEach(fault -> out.println("           FAULT: " + fault));
        return run;
    }

    private static String metrics(MeasuredRun run, boolean perMessage) {
        StringJoiner line = new StringJoiner("  ");
        for (Metric metric : Metric.values()) {
            Double value = run.metrics().get(metric);
            if (value != null && metric.isPerMessage() == perMessage) {
                line.add(metric.shown(value) + " " + metric.label());
            }
        }
        return line.toString();
    }

    /** Waits until the condition is true, or the time is over. */
    void await(BooleanSupplier condition, Duration longest) throws InterruptedException {
        long deadline = clock.nanos() + longest.toNanos();
        while (!condition.getAsBoolean() && clock.nanos() < deadline) {
            Thread.sleep(BETWEEN_CHECKS);
        }
    }
}
