package dev.signalbox.benchmarks.scenario;

import dev.signalbox.benchmarks.competitor.Competitor;
import dev.signalbox.benchmarks.competitor.Contestant;
import dev.signalbox.benchmarks.competitor.SignalboxNode;
import dev.signalbox.benchmarks.database.BenchServer;
import dev.signalbox.benchmarks.report.MeasuredRun;
import dev.signalbox.benchmarks.report.Metric;
import dev.signalbox.benchmarks.report.ScenarioResult;
import dev.signalbox.benchmarks.workload.Destination;
import dev.signalbox.core.coordination.CoordinationException;
import dev.signalbox.core.time.Clock;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** How fast all waiting messages are delivered, and recorded as delivered. */
record DrainScenario(BenchContext context) {
    private static final String NAME = "drain";
    private static final Duration LONGEST = Duration.ofMinutes(10);

    List<ScenarioResult> measure() throws IOException, SQLException, CoordinationException, InterruptedException {
        List<ScenarioResult> results = new ArrayList<>();
        for (Destination destination : context.plan().destinations()) {
            for (Contestant contestant : context.plan().contestants()) {
                results.add(compare(contestant, destination));
            }
        }
        return results;
    }

    private ScenarioResult compare(Contestant contestant, Destination destination)
            throws IOException, SQLException, CoordinationException, InterruptedException {
        String subject = contestant.name() + ", " + destination;
        int rows = context.plan().rowsFor(contestant, destination);
        Competitor rival = contestant.rival(destination);
        Competitor ours = new SignalboxNode(contestant, context.plan().engine());
        context.out().printf("%n%s: %s, %,d rows%n", NAME, subject, rows);
        return PairedRuns.run(
                        context.plan().warmUp(),
                        context.plan().pairs(),
                        pair -> run(pair, subject, rival, destination, rows),
                        pair -> run(pair, subject, ours, destination, rows))
                .ratio(NAME, subject, contestant.drainBar(destination));
    }

    MeasuredRun run(int pair, String subject, Competitor competitor, Destination destination, int rows)
            throws IOException, SQLException, CoordinationException, InterruptedException {
        BenchServer server = context.server();
        Map<Metric, Double> metrics = new EnumMap<>(Metric.class);
        // What is recorded is read only after the clock has stopped
        try (Delivery delivery = new Delivery(context, competitor, destination, rows, rows, false)) {
            Map<Metric, Double> started;
            Map<Metric, Double> ended;
            try (Competitor.Running running = delivery.prepare()) {
                started = server.counters();
                long begin = Clock.SYSTEM.nanos();
                running.start();
                delivery.await(delivery.recorded()::isReached, LONGEST);
                double seconds = (delivery.recorded().reachedAt() - begin) / 1e9;
                if (delivery.recorded().count() == 0) {
                    throw new IllegalStateException(competitor.name()
                            + " delivered nothing, so there is nothing to compare: " + delivery.trouble());
                }
                metrics.put(Metric.WAITING, (double) rows);
                metrics.put(Metric.RATE, Math.min(delivery.recorded().count(), rows) / seconds);
                metrics.put(Metric.SECONDS, seconds);
                ended = server.counters();
            }
            List<String> faults = delivery.faults();
            metrics.putAll(Metric.growth(started, ended, rows));
            long unrecorded = server.remaining(competitor.table());
            if (unrecorded > 0) {
                faults.add(unrecorded + " not recorded as delivered");
            }
            return context.add(new MeasuredRun(NAME, subject, pair, competitor.name(), metrics, faults));
        }
    }
}
