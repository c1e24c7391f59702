package dev.signalbox.benchmarks.platform;

import dev.signalbox.benchmarks.report.Metric;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Single posts at a rate far below the maximum, and how long each took from its answer to the arrival of its webhook. */
record SteadyEvents(PlatformBenchContext context, EventShape shape) {
    static final int PER_SECOND = 200;
    private static final int SESSIONS = 8;

    /**
     * One run of it.
     *
     * @param faults what went wrong
     */
    record Result(Map<Metric, Double> metrics, List<String> faults) {}

    Result run(PlatformNode node, WebhookReceiver receiver) throws Exception {
        int before = Math.toIntExact(context.plan().steadyWarmUp().toSeconds() * PER_SECOND);
        int events = before + Math.toIntExact(context.plan().seconds().toSeconds() * PER_SECOND);
        node.tables().flush();
        WebhookRun webhooks = WebhookRun.expect(node, receiver, events);
        EventPoster.Posted posted = new EventPoster(node, shape).singly(events, SESSIONS, PER_SECOND);
        webhooks.awaitDelivered();
        Map<Metric, Double> metrics = new EnumMap<>(
                webhooks.received().latencies(posted.acceptedAt(), before).metrics());
        metrics.put(Metric.MEMORY_MEGABYTES, node.mostMegabytes());
        return new Result(metrics, webhooks.deliveryFaults());
    }
}
