package dev.signalbox.benchmarks.platform;

import dev.signalbox.benchmarks.platform.PlatformClient.Start;
import dev.signalbox.benchmarks.report.MeasuredRun;
import dev.signalbox.benchmarks.report.Metric;
import dev.signalbox.benchmarks.report.PairedRuns;
import dev.signalbox.benchmarks.report.ScenarioResult;
import dev.signalbox.benchmarks.report.Threshold;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** How fast jobs that wait for paused subscriptions are delivered, and recorded as delivered, once these are resumed. */
record JobDrainScenario(PlatformBenchContext context) implements PlatformScenario {
    static final String NAME = "drain";
    static final int SUBSCRIPTIONS = 50;
    static final int GROUPS = 500;
    static final Duration DELAY = Duration.ofMillis(2);
    private static final EventShape SHAPE = new EventShape(SUBSCRIPTIONS, GROUPS);
    private static final double BAR = 3_000;
    private static final double RATIO_BAR = 0.5;

    @Override
    public List<ScenarioResult> measure() throws Exception {
        PlatformBenchPlan plan = context.plan();
        context.announce("%s: %,d jobs of %d subscriptions in %d groups, a receiver of %d ms"
                .formatted(NAME, plan.jobs(), SUBSCRIPTIONS, GROUPS, DELAY.toMillis()));
        try (WebhookReceiver receiver = new WebhookReceiver(DELAY);
                RawWebhooks raw = new RawWebhooks(context, receiver, SHAPE);
                PlatformNode node = PlatformNode.started(context, NAME)) {
            List<String> subscriptions = node.client().subscribeEach(0, SUBSCRIPTIONS, receiver, Start.PAUSED);
            PairedRuns pairs = PairedRuns.run(
                    plan.warmUp(),
                    plan.pairs(),
                    pair -> send(pair, node, receiver, raw),
                    pair -> drain(pair, node, receiver, subscriptions));
            return List.of(
                    pairs.value(Metric.RATE, "/s", Optional.of(Threshold.atLeast(BAR))),
                    pairs.ratio(Optional.of(Threshold.atLeast(RATIO_BAR))));
        }
    }

    private MeasuredRun drain(int pair, PlatformNode node, WebhookReceiver receiver, List<String> subscriptions)
            throws Exception {
        int jobs = context.plan().jobs();
        WebhookRun webhooks = WebhookRun.expect(node, receiver, jobs);
        new EventPoster(node, SHAPE).inBatches(jobs);
        node.tables().flush();
        long early = webhooks.received().distinct().count();
        RunCounters counters = new RunCounters(node);
        node.client().resume(subscriptions);
        webhooks.awaitRecorded();
        Map<Metric, Double> metrics = counters.ofNode(jobs);
        node.client().pause(subscriptions);
        List<String> faults = webhooks.faults();
        if (early > 0) {
            faults.add(early + " delivered while their subscription was paused");
        }
        return end(pair, "platform", metrics, faults);
    }

    private MeasuredRun send(int pair, PlatformNode node, WebhookReceiver receiver, RawWebhooks raw) throws Exception {
        WebhookRun webhooks = WebhookRun.expect(node, receiver, context.plan().jobs());
        int jobs = context.plan().jobs();
        RunCounters counters = new RunCounters(node);
        double cpuBefore = raw.cpuMicros();
        raw.send(jobs);
        Map<Metric, Double> metrics = counters.ofLoop(jobs);
        metrics.put(Metric.CPU_MICROS, (raw.cpuMicros() - cpuBefore) / jobs);
        return end(pair, "raw requests", metrics, webhooks.deliveryFaults());
    }

    private MeasuredRun end(int pair, String competitor, Map<Metric, Double> metrics, List<String> faults) {
        return context.add(new MeasuredRun(NAME, SUBSCRIPTIONS + " subscriptions", pair, competitor, metrics, faults));
    }
}
