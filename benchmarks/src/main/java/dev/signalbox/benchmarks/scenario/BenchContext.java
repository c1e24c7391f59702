package dev.signalbox.benchmarks.scenario;

import dev.signalbox.benchmarks.competitor.Contestant;
import dev.signalbox.benchmarks.database.BenchServer;
import dev.signalbox.benchmarks.report.MeasuredRun;
import dev.signalbox.benchmarks.report.Metric;
import dev.signalbox.benchmarks.report.ScenarioResult;
import dev.signalbox.benchmarks.workload.Destination;
import dev.signalbox.benchmarks.workload.Receivers;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;

/** What all scenarios use, and all runs so far. */
public record BenchContext(
        BenchServer server, Receivers receivers, BenchPlan plan, PrintWriter out, List<MeasuredRun> runs) {
    /** Measures one scenario; the latency of HTTP is mostly that of the API, so steady leaves it out. */
    public List<ScenarioResult> measure(String scenario) throws Exception {
        List<ScenarioResult> results = new ArrayList<>();
        for (Contestant contestant : plan.contestants()) {
            if (scenario.equals("idle")) {
                results.addAll(new IdleScenario(this).measure(contestant));
            } else {
                for (Destination destination : plan.destinations()) {
                    if (scenario.equals("drain")) {
                        results.add(new DrainScenario(this).compare(contestant, destination));
                    } else if (destination != Destination.HTTP) {
                        results.addAll(new SteadyScenario(this).compare(contestant, destination));
                    }
                }
            }
        }
        return results;
    }

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
