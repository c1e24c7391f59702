package dev.signalbox.benchmarks.scenario;

import dev.signalbox.benchmarks.competitor.BenchConfiguration;
import dev.signalbox.benchmarks.competitor.Competitor;
import dev.signalbox.benchmarks.competitor.SignalboxNode;
import dev.signalbox.benchmarks.report.MeasuredRun;
import dev.signalbox.benchmarks.report.MedianAndRange;
import dev.signalbox.benchmarks.report.Metric;
import dev.signalbox.benchmarks.report.ScenarioResult;
import dev.signalbox.benchmarks.report.Threshold;
import dev.signalbox.benchmarks.workload.Destination;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The load of a relay on the server while no messages wait, after it has delivered some. */
record IdleScenario(BenchContext context) {
    private static final String NAME = "idle";
    private static final int ROWS = 1_000;
    private static final Duration LONGEST_DRAIN = Duration.ofMinutes(1);
    private static final Map<Metric, Metric> PER_SECOND = Map.of(
            Metric.STATEMENTS, Metric.IDLE_STATEMENTS,
            Metric.TRANSACTION_CONTROL, Metric.IDLE_TRANSACTION_CONTROL,
            Metric.CPU_MICROS, Metric.IDLE_CPU_MICROS);

    /** Empty if the server does not count statements. */
    List<ScenarioResult> measure(BenchConfiguration configuration) throws Exception {
        long seconds = context.plan().seconds().toSeconds();
        context.out()
                .printf(
                        "%n%s: %s, %d s after %d s of rest; BEGIN and COMMIT are counted apart%n",
                        NAME,
                        configuration.name(),
                        seconds,
                        context.plan().settle().toSeconds());
        Competitor competitor = new SignalboxNode(configuration, context.plan().engine());
        Map<Metric, Double> metrics = new EnumMap<>(Metric.class);
        try (Delivery delivery = new Delivery(context, competitor, Destination.IN_PROCESS, ROWS, ROWS, true)) {
            try (Competitor.Running running = delivery.prepare()) {
                running.start();
                delivery.await(delivery.recorded()::isReached, LONGEST_DRAIN);
                Thread.sleep(context.plan().settle());
                Map<Metric, Double> before = context.server().counters();
                Thread.sleep(context.plan().seconds());
                Map<Metric, Double> growth =
                        Metric.growth(before, context.server().counters(), (double) seconds);
                PER_SECOND.forEach((counter, idle) ->
                        Optional.ofNullable(growth.get(counter)).ifPresent(value -> metrics.put(idle, value)));
            }
            context.add(new MeasuredRun(NAME, configuration.name(), 1, competitor.name(), metrics, delivery.faults()));
        }
        return Optional.ofNullable(metrics.get(Metric.IDLE_STATEMENTS))
                .map(value -> new ScenarioResult(
                        NAME,
                        configuration.name(),
                        "/s",
                        MedianAndRange.of(List.of(value)),
                        Optional.of(Threshold.atMost(2)),
                        "statements",
                        ""))
                .stream()
                .toList();
    }
}
