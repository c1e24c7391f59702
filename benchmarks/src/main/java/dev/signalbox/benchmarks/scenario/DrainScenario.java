package dev.signalbox.benchmarks.scenario;

import dev.signalbox.benchmarks.competitor.BenchConfiguration;
import dev.signalbox.benchmarks.competitor.Competitor;
import dev.signalbox.benchmarks.competitor.SignalboxNode;
import dev.signalbox.benchmarks.database.BenchServer;
import dev.signalbox.benchmarks.report.MeasuredRun;
import dev.signalbox.benchmarks.report.Metric;
import dev.signalbox.benchmarks.report.PairedRuns;
import dev.signalbox.benchmarks.report.ScenarioResult;
import dev.signalbox.benchmarks.workload.Destination;
import dev.signalbox.core.time.Clock;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** How fast all waiting messages are delivered, and recorded as delivered. */
record DrainScenario(BenchContext context) {
    private static final String NAME = "drain";
    private static final Duration LONGEST = Duration.ofMinutes(10);

    ScenarioResult compare(BenchConfiguration configuration, Destination destination) throws Exception {
        BenchPlan plan = context.plan();
        String subject = configuration.name() + ", " + destination;
        int rows = plan.rowsFor(configuration, destination);
        context.out().printf("%n%s: %s, %,d rows%n", NAME, subject, rows);
        Competitor baseline = configuration.baseline(destination);
        Competitor node = new SignalboxNode(configuration, plan.engine());
        return PairedRuns.run(
                        plan.warmUp(),
                        plan.pairs(),
                        pair -> run(pair, subject, baseline, destination, rows),
                        pair -> run(pair, subject, node, destination, rows))
                .ratio(configuration.drainBar(destination));
    }

    MeasuredRun run(int pair, String subject, Competitor competitor, Destination destination, int rows)
            throws Exception {
        BenchServer server = context.server();
        Map<Metric, Double> metrics = new EnumMap<>(Metric.class);
        // What is recorded is read only after the clock has stopped
        try (Delivery delivery = new Delivery(context, competitor, destination, rows, rows, false)) {
            try (Competitor.Running running = delivery.prepare()) {
                Map<Metric, Double> before = server.counters();
                long begin = Clock.SYSTEM.nanos();
                running.start();
                delivery.await(delivery.recorded()::isReached, LONGEST);
                double seconds = (delivery.recorded().reachedAt() - begin) / 1e9;
                metrics.putAll(Metric.growth(before, server.counters(), rows));
                metrics.put(Metric.RATE, Math.min(delivery.recorded().count(), rows) / seconds);
                metrics.put(Metric.SECONDS, seconds);
            }
            if (delivery.recorded().count() == 0) {
                throw new IllegalStateException(competitor.name()
                        + " delivered nothing, so there is nothing to compare: " + delivery.trouble());
            }
            List<String> faults = delivery.faults();
            long unrecorded = server.remaining(competitor.table());
            if (unrecorded > 0) {
                faults.add(unrecorded + " not recorded as delivered");
            }
            return context.add(new MeasuredRun(NAME, subject, pair, competitor.name(), metrics, faults));
        }
    }
}
