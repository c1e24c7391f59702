package dev.signalbox.benchmarks.platform;

import dev.signalbox.benchmarks.platform.PlatformClient.Start;
import dev.signalbox.benchmarks.report.MeasuredRun;
import dev.signalbox.benchmarks.report.Metric;
import dev.signalbox.benchmarks.report.PairedRuns;
import dev.signalbox.benchmarks.report.ScenarioResult;
import dev.signalbox.benchmarks.report.Threshold;
import dev.signalbox.benchmarks.workload.DeliveryCounter;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Whether the first deliveries after a pause are slower if many more jobs wait behind them. */
record BacklogScenario(PlatformBenchContext context) implements PlatformScenario {
    static final String NAME = "backlog";
    private static final int SUBSCRIPTIONS = JobDrainScenario.SUBSCRIPTIONS;
    private static final int GROUPS = 10;
    private static final double BAR = 0.9;

    /** A node whose subscriptions are paused, their targets, and how many jobs wait when a run begins. */
    private record Waiting(PlatformNode node, WebhookReceiver receiver, List<String> subscriptions, int jobs)
            implements AutoCloseable {
        static Waiting of(PlatformBenchContext context, String name, int jobs) throws Exception {
            WebhookReceiver receiver = new WebhookReceiver(JobDrainScenario.DELAY);
            PlatformNode node = PlatformNode.started(context, name);
            List<String> subscriptions = node.client().subscribeEach(0, SUBSCRIPTIONS, receiver, Start.PAUSED);
            return new Waiting(node, receiver, subscriptions, jobs);
        }

        @Override
        public void close() throws IOException, SQLException {
            node.close();
            receiver.close();
        }
    }

    @Override
    public List<ScenarioResult> measure() throws Exception {
        PlatformBenchPlan plan = context.plan();
        context.announce("%s: the first %,d deliveries of %d subscriptions that are resumed, %,d or %,d jobs waiting"
                .formatted(NAME, plan.first(), SUBSCRIPTIONS, plan.backlog(), plan.first()));
        try (Waiting few = Waiting.of(context, "short", plan.first());
                Waiting many = Waiting.of(context, "long", plan.backlog())) {
            return List.of(
                    PairedRuns.run(plan.shortWarmUp(), plan.pairs(), pair -> run(pair, few), pair -> run(pair, many))
                            .ratio(Optional.of(Threshold.atLeast(BAR))));
        }
    }

    private MeasuredRun run(int pair, Waiting waiting) throws Exception {
        PlatformNode node = waiting.node();
        long missing = Math.max(0, waiting.jobs() - node.tables().counts().waiting());
        node.tables().fill(Math.ceilDiv(Math.toIntExact(missing), SUBSCRIPTIONS), "bench-%", GROUPS);
        node.tables().flush();
        DeliveryCounter counter = new DeliveryCounter(context.plan().first());
        waiting.receiver().expect(_ -> counter.add(1));
        RunCounters counters = new RunCounters(node);
        node.client().resume(waiting.subscriptions());
        WebhookRun.await(counter::isReached, counter::count);
        Map<Metric, Double> metrics = counters.ofNode(context.plan().first(), counter.reachedAt());
        node.client().pause(waiting.subscriptions());
        List<String> faults = new ArrayList<>();
        if (!counter.isReached()) {
            faults.add("only " + counter.count() + " delivered");
        }
        return context.add(new MeasuredRun(
                NAME,
                "first %,d".formatted(context.plan().first()),
                pair,
                "%,d waiting".formatted(waiting.jobs()),
                metrics,
                faults));
    }
}
