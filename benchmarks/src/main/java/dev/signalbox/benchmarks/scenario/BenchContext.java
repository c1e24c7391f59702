package dev.signalbox.benchmarks.scenario;

import dev.signalbox.benchmarks.database.BenchServer;
import dev.signalbox.benchmarks.report.MeasuredRun;
import dev.signalbox.benchmarks.report.Metric;
import dev.signalbox.benchmarks.report.ScenarioResult;
import dev.signalbox.benchmarks.workload.Receivers;
import dev.signalbox.core.coordination.CoordinationException;
import java.io.IOException;
import java.io.PrintWriter;
import java.sql.SQLException;
import java.util.List;
import java.util.StringJoiner;

/**
 * What all scenarios use.
 *
 * @param runs all runs so far
 */
public record BenchContext(
        BenchServer server, Receivers receivers, BenchPlan plan, PrintWriter out, List<MeasuredRun> runs) {
    public List<ScenarioResult> measure(String scenario)
            throws IOException, SQLException, CoordinationException, InterruptedException {
        return switch (scenario) {
            case "drain" -> new DrainScenario(this).measure();
            case "steady" -> new SteadyScenario(this).measure();
            case "idle" -> new IdleScenario(this).measure();
            default -> throw new IllegalArgumentException("unknown scenario " + scenario);
        };
    }

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
}
