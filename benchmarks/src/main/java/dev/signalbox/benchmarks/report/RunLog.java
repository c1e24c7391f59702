package dev.signalbox.benchmarks.report;

import java.io.PrintWriter;
import java.util.List;
import java.util.StringJoiner;

/** All runs so far, each printed when it has ended. */
public record RunLog(PrintWriter out, List<MeasuredRun> runs) {
    public MeasuredRun add(MeasuredRun run) {
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
