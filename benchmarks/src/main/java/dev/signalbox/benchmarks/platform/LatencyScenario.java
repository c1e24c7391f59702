package dev.signalbox.benchmarks.platform;

import dev.signalbox.benchmarks.platform.PlatformClient.Start;
import dev.signalbox.benchmarks.report.MeasuredRun;
import dev.signalbox.benchmarks.report.Metric;
import dev.signalbox.benchmarks.report.PairedRuns;
import dev.signalbox.benchmarks.report.ScenarioResult;
import dev.signalbox.benchmarks.report.Threshold;
import dev.signalbox.benchmarks.workload.Workload;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** How long an event takes from its acceptance to its target. */
record LatencyScenario(PlatformBenchContext context) implements PlatformScenario {
    static final String NAME = "latency";
    private static final int SUBSCRIPTIONS = 10;
    private static final EventShape SHAPE = new EventShape(SUBSCRIPTIONS, Workload.GROUPS);
    private static final double P50_BAR = 10;
    private static final double P99_BAR = 50;

    @Override
    public List<ScenarioResult> measure() throws Exception {
        PlatformBenchPlan plan = context.plan();
        context.announce(
                "%s: %d single posts a second for %d s after %d s that do not count, %d subscriptions, one job each"
                        .formatted(
                                NAME,
                                SteadyEvents.PER_SECOND,
                                plan.seconds().toSeconds(),
                                plan.steadyWarmUp().toSeconds(),
                                SUBSCRIPTIONS));
        try (WebhookReceiver receiver = new WebhookReceiver(Duration.ZERO);
                PlatformNode node = PlatformNode.started(context, NAME)) {
            node.client().subscribeEach(0, SUBSCRIPTIONS, receiver, Start.ACTIVE);
            SteadyEvents events = new SteadyEvents(context, SHAPE);
            PairedRuns runs = PairedRuns.alone(plan.shortWarmUp(), plan.pairs(), run -> {
                SteadyEvents.Result result = events.run(node, receiver);
                return context.add(new MeasuredRun(
                        NAME, "200 events a second", run, "platform", result.metrics(), result.faults()));
            });
            return List.of(
                    runs.value(Metric.P50_MILLIS, " ms", Optional.of(Threshold.atMost(P50_BAR))),
                    runs.value(Metric.P99_MILLIS, " ms", Optional.of(Threshold.atMost(P99_BAR))));
        }
    }
}
