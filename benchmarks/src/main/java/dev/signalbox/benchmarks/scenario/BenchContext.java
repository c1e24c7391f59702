package dev.signalbox.benchmarks.scenario;

import dev.signalbox.benchmarks.competitor.BenchConfiguration;
import dev.signalbox.benchmarks.database.BenchServer;
import dev.signalbox.benchmarks.report.MeasuredRun;
import dev.signalbox.benchmarks.report.RunLog;
import dev.signalbox.benchmarks.report.ScenarioResult;
import dev.signalbox.benchmarks.workload.Destination;
import dev.signalbox.benchmarks.workload.Receivers;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** What all scenarios use, and all runs so far. */
public record BenchContext(BenchServer server, Receivers receivers, BenchPlan plan, RunLog log) {
    /** Measures one scenario; the latency of HTTP is mostly that of the API, so steady leaves it out. */
    public List<ScenarioResult> measure(String scenario) throws Exception {
        List<ScenarioResult> results = new ArrayList<>();
        for (BenchConfiguration configuration : plan.configurations()) {
            if (scenario.equals("idle")) {
                results.addAll(new IdleScenario(this).measure(configuration));
            } else {
                for (Destination destination : plan.destinations()) {
                    if (scenario.equals("drain")) {
                        results.add(new DrainScenario(this).compare(configuration, destination));
                    } else if (destination != Destination.HTTP) {
                        results.addAll(new SteadyScenario(this).compare(configuration, destination));
                    }
                }
            }
        }
        return results;
    }

    PrintWriter out() {
        return log.out();
    }

    MeasuredRun add(MeasuredRun run) {
        return log.add(run);
    }
}
