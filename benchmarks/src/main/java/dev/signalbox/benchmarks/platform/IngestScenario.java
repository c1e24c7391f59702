package dev.signalbox.benchmarks.platform;

import dev.signalbox.benchmarks.platform.BenchPlatformTables.Counts;
import dev.signalbox.benchmarks.platform.PlatformClient.Start;
import dev.signalbox.benchmarks.report.MeasuredRun;
import dev.signalbox.benchmarks.report.Metric;
import dev.signalbox.benchmarks.report.PairedRuns;
import dev.signalbox.benchmarks.report.ScenarioResult;
import dev.signalbox.benchmarks.report.Threshold;
import dev.signalbox.benchmarks.workload.Workload;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Batches of events, each of which becomes three jobs that wait. */
record IngestScenario(PlatformBenchContext context) implements PlatformScenario {
    static final String NAME = "ingest";
    private static final int SUBSCRIPTIONS = 3;
    private static final EventShape SHAPE = new EventShape(1, Workload.GROUPS);
    private static final double BAR = 4_200;
    private static final double RATIO_BAR = 0.5;

    @Override
    public List<ScenarioResult> measure() throws Exception {
        PlatformBenchPlan plan = context.plan();
        context.announce("%s: %,d events in batches of %d on %d connections, %d paused subscriptions"
                .formatted(NAME, plan.events(), EventPoster.BATCH, EventPoster.BATCH_SESSIONS, SUBSCRIPTIONS));
        try (WebhookReceiver receiver = new WebhookReceiver(Duration.ZERO);
                PlatformNode node = PlatformNode.started(context, NAME)) {
            for (int i = 0; i < SUBSCRIPTIONS; i++) {
                node.client().subscribe("bench-" + i, EventShape.typeName(0), receiver.target(i), Start.PAUSED);
            }
            PairedRuns pairs =
                    PairedRuns.run(plan.warmUp(), plan.pairs(), pair -> insert(pair, node), pair -> post(pair, node));
            return List.of(
                    pairs.value(Metric.RATE, "/s", Optional.of(Threshold.atLeast(BAR))),
                    pairs.ratio(Optional.of(Threshold.atLeast(RATIO_BAR))));
        }
    }

    private MeasuredRun post(int pair, PlatformNode node) throws Exception {
        RunCounters counters = begin(node);
        new EventPoster(node, SHAPE).inBatches(context.plan().events());
        return end(pair, "platform", node, counters.ofNode(context.plan().events()));
    }

    private MeasuredRun insert(int pair, PlatformNode node) throws Exception {
        RawIngest raw = new RawIngest(node, SHAPE, node.tables().streams());
        RunCounters counters = begin(node);
        raw.insert(context.plan().events());
        return end(pair, "raw inserts", node, counters.ofLoop(context.plan().events()));
    }

    private static RunCounters begin(PlatformNode node) throws Exception {
        node.tables().empty();
        node.tables().flush();
        return new RunCounters(node);
    }

    private MeasuredRun end(int pair, String competitor, PlatformNode node, Map<Metric, Double> metrics)
            throws Exception {
        long events = context.plan().events();
        Counts expected = new Counts(events, SUBSCRIPTIONS * events, SUBSCRIPTIONS * events, 0);
        Counts found = node.tables().counts();
        List<String> faults = found.equals(expected) ? List.of() : List.of(found + " instead of " + expected);
        return context.add(new MeasuredRun(NAME, "batches of 100", pair, competitor, metrics, faults));
    }
}
