package dev.signalbox.benchmarks.scenario;

import dev.signalbox.benchmarks.competitor.Competitor;
import dev.signalbox.benchmarks.competitor.Contestant;
import dev.signalbox.benchmarks.competitor.SignalboxNode;
import dev.signalbox.benchmarks.report.MeasuredRun;
import dev.signalbox.benchmarks.report.Metric;
import dev.signalbox.benchmarks.report.ScenarioResult;
import dev.signalbox.benchmarks.report.Spread;
import dev.signalbox.benchmarks.report.Threshold;
import dev.signalbox.benchmarks.workload.Destination;
import dev.signalbox.core.coordination.CoordinationException;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The load of a relay on the server while no messages wait, after it has delivered some. */
record IdleScenario(BenchContext context) {
    private static final String NAME = "idle";
    private static final Threshold BAR = Threshold.atMost(2);
    private static final int ROWS = 1_000;
    private static final Duration LONGEST_DRAIN = Duration.ofMinutes(1);
    private static final Map<Metric, Metric> PER_SECOND = Map.of(
            Metric.STATEMENTS, Metric.IDLE_STATEMENTS,
            Metric.TRANSACTION_CONTROL, Metric.IDLE_TRANSACTION_CONTROL,
            Metric.CPU_MICROS, Metric.IDLE_CPU_MICROS);

    List<ScenarioResult> measure() throws IOException, SQLException, CoordinationException, InterruptedException {
        List<ScenarioResult> results = new ArrayList<>();
        for (Contestant contestant : context.plan().contestants()) {
            context.out()
                    .printf(
                            "%n%s: %s, %d s after %d s of rest; BEGIN and COMMIT are counted apart%n",
                            NAME,
                            contestant.name(),
                            context.plan().seconds().toSeconds(),
                            context.plan().settle().toSeconds());
            MeasuredRun run = context.add(run(contestant));
            if (run.metrics().containsKey(Metric.IDLE_STATEMENTS)) {
                Spread value = Spread.of(List.of(run.get(Metric.IDLE_STATEMENTS)));
                results.add(
                        new ScenarioResult(NAME, contestant.name(), "/s", value, Optional.of(BAR), "statements", ""));
            }
        }
        return results;
    }

    private MeasuredRun run(Contestant contestant)
            throws IOException, SQLException, CoordinationException, InterruptedException {
        Competitor competitor = new SignalboxNode(contestant, context.plan().engine());
        try (Delivery delivery = new Delivery(context, competitor, Destination.IN_PROCESS, ROWS, ROWS, true)) {
            Map<Metric, Double> metrics = new EnumMap<>(Metric.class);
            try (Competitor.Running running = delivery.prepare()) {
                running.start();
                delivery.await(delivery.recorded()::isReached, LONGEST_DRAIN);
                Thread.sleep(context.plan().settle());
                Map<Metric, Double> before = context.server().counters();
                Thread.sleep(context.plan().seconds());
                Metric.growth(
                                before,
                                context.server().counters(),
                                context.plan().seconds().toSeconds())
                        .forEach((counter, value) -> Optional.ofNullable(PER_SECOND.get(counter))
                                .ifPresent(idle -> metrics.put(idle, value)));
            }
            return new MeasuredRun(NAME, contestant.name(), 1, competitor.name(), metrics, delivery.faults());
        }
    }
}
