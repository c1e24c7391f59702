package dev.signalbox.benchmarks.platform;

import dev.signalbox.benchmarks.platform.PlatformClient.Start;
import dev.signalbox.benchmarks.report.MeasuredRun;
import dev.signalbox.benchmarks.report.Metric;
import dev.signalbox.benchmarks.report.PairedRuns;
import dev.signalbox.benchmarks.report.ScenarioResult;
import dev.signalbox.benchmarks.report.Threshold;
import dev.signalbox.benchmarks.workload.Workload;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Events that are posted one by one, and delivered at the same time. */
record SinglePostScenario(PlatformBenchContext context) implements PlatformScenario {
    static final String NAME = "posts";
    private static final int CONNECTIONS = 32;
    private static final EventShape SHAPE = new EventShape(1, Workload.GROUPS);
    private static final double RATE_BAR = 1_500;
    private static final double MILLIS_BAR = 100;

    @Override
    public List<ScenarioResult> measure() throws Exception {
        PlatformBenchPlan plan = context.plan();
        context.announce("%s: %,d single posts on %d connections, one subscription, delivered meanwhile"
                .formatted(NAME, plan.posts(), CONNECTIONS));
        try (WebhookReceiver receiver = new WebhookReceiver(Duration.ZERO);
                PlatformNode node = PlatformNode.started(context, NAME)) {
            node.client().subscribeEach(0, 1, receiver, Start.ACTIVE);
            PairedRuns runs = PairedRuns.alone(plan.warmUp(), plan.pairs(), run -> run(run, node, receiver));
            return List.of(
                    runs.value(Metric.RATE, "/s", Optional.of(Threshold.atLeast(RATE_BAR))),
                    runs.value(Metric.P99_MILLIS, " ms", Optional.of(Threshold.atMost(MILLIS_BAR))));
        }
    }

    private MeasuredRun run(int number, PlatformNode node, WebhookReceiver receiver) throws Exception {
        int posts = context.plan().posts();
        node.tables().flush();
        WebhookRun webhooks = WebhookRun.expect(node, receiver, posts);
        RunCounters counters = new RunCounters(node);
        EventPoster.Posted posted =
                new EventPoster(node, SHAPE).singly(posts, CONNECTIONS, EventPoster.AS_FAST_AS_POSSIBLE);
        Map<Metric, Double> metrics = new EnumMap<>(counters.ofNode(posts));
        metrics.putAll(posted.answers().all().metrics());
        webhooks.awaitRecorded();
        return context.add(
                new MeasuredRun(NAME, CONNECTIONS + " connections", number, "platform", metrics, webhooks.faults()));
    }
}
