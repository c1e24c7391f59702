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

/** What an event costs, from the post to its recorded delivery, if many subscriptions do not match it. */
record ManySubscriptionsScenario(PlatformBenchContext context) implements PlatformScenario {
    static final String NAME = "subscriptions";
    private static final int FEW = 10;
    private static final EventShape SHAPE = new EventShape(1, Workload.GROUPS);
    private static final double BAR = 1.2;

    @Override
    public List<ScenarioResult> measure() throws Exception {
        PlatformBenchPlan plan = context.plan();
        context.announce(
                "%s: %,d events in batches of %d, posted and delivered; one of %,d or of %d subscriptions matches"
                        .formatted(NAME, plan.events(), EventPoster.BATCH, plan.subscriptions(), FEW));
        try (WebhookReceiver receiver = new WebhookReceiver(Duration.ZERO);
                PlatformNode few = PlatformNode.started(context, "few");
                PlatformNode many = PlatformNode.started(context, "many")) {
            few.client().subscribeEach(0, FEW, receiver, Start.ACTIVE);
            many.client().subscribeEach(0, plan.subscriptions(), receiver, Start.ACTIVE);
            return List.of(PairedRuns.run(
                            plan.shortWarmUp(),
                            plan.pairs(),
                            pair -> run(pair, FEW + " subscriptions", few, receiver),
                            pair -> run(pair, plan.subscriptions() + " subscriptions", many, receiver))
                    .ratio(Metric.SECONDS, " s", Optional.of(Threshold.atMost(BAR))));
        }
    }

    private MeasuredRun run(int pair, String competitor, PlatformNode node, WebhookReceiver receiver) throws Exception {
        int events = context.plan().events();
        node.tables().flush();
        WebhookRun webhooks = WebhookRun.expect(node, receiver, events);
        RunCounters counters = new RunCounters(node);
        new EventPoster(node, SHAPE).inBatches(events);
        webhooks.awaitRecorded();
        return context.add(
                new MeasuredRun(NAME, "one matches", pair, competitor, counters.ofNode(events), webhooks.faults()));
    }
}
