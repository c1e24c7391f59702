package dev.signalbox.benchmarks.platform;

import dev.signalbox.benchmarks.platform.PlatformClient.Start;
import dev.signalbox.benchmarks.report.MeasuredRun;
import dev.signalbox.benchmarks.report.MedianAndRange;
import dev.signalbox.benchmarks.report.Metric;
import dev.signalbox.benchmarks.report.ScenarioResult;
import dev.signalbox.benchmarks.report.Threshold;
import dev.signalbox.benchmarks.workload.Workload;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The load of a node on its database while no jobs wait, after it has delivered some. */
record IdleNodeScenario(PlatformBenchContext context) implements PlatformScenario {
    static final String NAME = "idle";
    private static final int SUBSCRIPTIONS = 10;
    private static final int EVENTS = 1_000;
    private static final EventShape SHAPE = new EventShape(SUBSCRIPTIONS, Workload.GROUPS);
    private static final double BAR = 2;

    @Override
    public List<ScenarioResult> measure() throws Exception {
        PlatformBenchPlan plan = context.plan();
        context.announce("%s: %d s after %d s of rest; BEGIN and COMMIT are counted apart"
                .formatted(NAME, plan.seconds().toSeconds(), plan.settle().toSeconds()));
        try (WebhookReceiver receiver = new WebhookReceiver(Duration.ZERO);
                PlatformNode node = PlatformNode.started(context, NAME)) {
            node.client().subscribeEach(0, SUBSCRIPTIONS, receiver, Start.ACTIVE);
            WebhookRun webhooks = WebhookRun.expect(node, receiver, EVENTS);
            new EventPoster(node, SHAPE).inBatches(EVENTS);
            webhooks.awaitRecorded();
            Thread.sleep(plan.settle());
            RunCounters counters = new RunCounters(node);
            Thread.sleep(plan.seconds());
            Map<Metric, Double> metrics =
                    perSecond(counters.ofNode(Math.toIntExact(plan.seconds().toSeconds())));
            context.add(new MeasuredRun(NAME, "one node", 1, "platform", metrics, webhooks.faults()));
            return Optional.ofNullable(metrics.get(Metric.IDLE_STATEMENTS)).stream()
                    .map(IdleNodeScenario::result)
                    .toList();
        }
    }

    private static Map<Metric, Double> perSecond(Map<Metric, Double> counted) {
        Map<Metric, Double> metrics = new HashMap<>();
        Map.of(
                        Metric.STATEMENTS, Metric.IDLE_STATEMENTS,
                        Metric.TRANSACTION_CONTROL, Metric.IDLE_TRANSACTION_CONTROL,
                        Metric.CPU_MICROS, Metric.IDLE_CPU_MICROS,
                        Metric.MEMORY_MEGABYTES, Metric.MEMORY_MEGABYTES)
                .forEach((counter, idle) ->
                        Optional.ofNullable(counted.get(counter)).ifPresent(value -> metrics.put(idle, value)));
        return metrics;
    }

    private static ScenarioResult result(double statements) {
        return new ScenarioResult(
                NAME,
                "one node",
                "/s",
                MedianAndRange.of(List.of(statements)),
                Optional.of(Threshold.atMost(BAR)),
                "statements",
                "");
    }
}
