package dev.signalbox.benchmarks.platform;

import dev.signalbox.benchmarks.platform.PlatformClient.Start;
import dev.signalbox.benchmarks.report.MeasuredRun;
import dev.signalbox.benchmarks.report.Metric;
import dev.signalbox.benchmarks.report.PairedRuns;
import dev.signalbox.benchmarks.report.ScenarioResult;
import dev.signalbox.benchmarks.report.Threshold;
import dev.signalbox.benchmarks.workload.Workload;
import dev.signalbox.embedded.process.FreePort;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Whether a target that refuses connections, with many jobs waiting for it, makes the others wait. */
record DeadTargetScenario(PlatformBenchContext context) implements PlatformScenario {
    static final String NAME = "dead-target";
    private static final int OTHERS = 99;
    private static final String LAST = "bench-" + OTHERS;
    private static final EventShape SHAPE = new EventShape(OTHERS, Workload.GROUPS);
    private static final double BAR = 1.2;

    @Override
    public List<ScenarioResult> measure() throws Exception {
        PlatformBenchPlan plan = context.plan();
        context.announce(
                "%s: %d single posts a second for %d targets; the next is alive, or dead with %,d jobs waiting for it"
                        .formatted(NAME, SteadyEvents.PER_SECOND, OTHERS, plan.deadJobs()));
        try (WebhookReceiver receiver = new WebhookReceiver(Duration.ZERO);
                PlatformNode alive = PlatformNode.started(context, "alive");
                PlatformNode dead = PlatformNode.started(context, "dead")) {
            alive.client().subscribeEach(0, OTHERS + 1, receiver, Start.ACTIVE);
            dead.client().subscribeEach(0, OTHERS, receiver, Start.ACTIVE);
            URI closed = URI.create("http://127.0.0.1:" + FreePort.find() + "/");
            dead.client().subscribe(LAST, EventShape.typeName(OTHERS), closed, Start.ACTIVE);
            dead.tables().fill(plan.deadJobs(), LAST, Workload.GROUPS);
            dead.tables().flush();
            return List.of(PairedRuns.run(
                            plan.shortWarmUp(),
                            plan.pairs(),
                            pair -> run(pair, "all targets alive", alive, receiver),
                            pair -> run(pair, "one target dead", dead, receiver))
                    .ratio(Metric.P99_MILLIS, " ms", Optional.of(Threshold.atMost(BAR))));
        }
    }

    private MeasuredRun run(int pair, String competitor, PlatformNode node, WebhookReceiver receiver) throws Exception {
        SteadyEvents.Result result = new SteadyEvents(context, SHAPE).run(node, receiver);
        return context.add(
                new MeasuredRun(NAME, "p99 of the others", pair, competitor, result.metrics(), result.faults()));
    }
}
