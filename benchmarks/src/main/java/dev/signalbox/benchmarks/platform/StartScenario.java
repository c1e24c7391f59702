package dev.signalbox.benchmarks.platform;

import dev.signalbox.benchmarks.report.MeasuredRun;
import dev.signalbox.benchmarks.report.Metric;
import dev.signalbox.benchmarks.report.PairedRuns;
import dev.signalbox.benchmarks.report.ScenarioResult;
import dev.signalbox.benchmarks.report.Threshold;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** From the start of the process until it is ready, in an empty database and in one with tables. */
record StartScenario(PlatformBenchContext context) implements PlatformScenario {
    static final String NAME = "start";
    private static final double BAR = 4;

    @Override
    public List<ScenarioResult> measure() throws Exception {
        context.announce("%s: from the start of the process until /health/ready answers 200".formatted(NAME));
        return List.of(
                result(PairedRuns.alone(1, context.plan().pairs(), run -> {
                    try (PlatformNode node = new PlatformNode(context, NAME)) {
                        return start(run, "empty database", node);
                    }
                })),
                result(again()));
    }

    private PairedRuns again() throws Exception {
        try (PlatformNode node = new PlatformNode(context, NAME)) {
            return PairedRuns.alone(1, context.plan().pairs(), run -> start(run, "with tables", node));
        }
    }

    private MeasuredRun start(int run, String subject, PlatformNode node) throws Exception {
        Map<Metric, Double> metrics = Map.of(Metric.SECONDS, node.start());
        node.stop();
        return context.add(new MeasuredRun(NAME, subject, run, "platform", metrics, List.of()));
    }

    private static ScenarioResult result(PairedRuns runs) {
        return runs.value(Metric.SECONDS, " s", Optional.of(Threshold.atMost(BAR)));
    }
}
