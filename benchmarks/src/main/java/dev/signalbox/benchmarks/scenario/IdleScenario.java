package dev.signalbox.benchmarks.scenario;

import dev.signalbox.benchmarks.competitor.Competitor;
import dev.signalbox.benchmarks.competitor.Contestant;
import dev.signalbox.benchmarks.competitor.Progress;
import dev.signalbox.benchmarks.competitor.SignalboxNodes;
import dev.signalbox.benchmarks.report.MeasuredRun;
import dev.signalbox.benchmarks.report.Metric;
import dev.signalbox.benchmarks.report.ScenarioResult;
import dev.signalbox.benchmarks.report.Spread;
import dev.signalbox.benchmarks.report.Threshold;
import dev.signalbox.benchmarks.workload.DeliveryCounter;
import dev.signalbox.benchmarks.workload.DeliveryOrder;
import dev.signalbox.benchmarks.workload.Destination;
import dev.signalbox.benchmarks.workload.MessageReceiver;
import dev.signalbox.benchmarks.workload.ReceivedMessages;
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

    List<ScenarioResult> measure() throws IOException, SQLException, CoordinationException, InterruptedException {
        List<ScenarioResult> results = new ArrayList<>();
        for (Contestant contestant : context.plan().contestants()) {
            BenchPlan.Times times = context.plan().times();
            context.out()
                    .printf(
                            "%n%s: %s, %d s after %d s of rest; BEGIN and COMMIT are counted apart%n",
                            NAME,
                            contestant.name(),
                            times.idle().toSeconds(),
                            times.settle().toSeconds());
            MeasuredRun run = context.add(run(contestant));
            if (run.metrics().containsKey(Metric.IDLE_STATEMENTS)) {
                results.add(new ScenarioResult(
                        NAME,
                        contestant.name(),
                        ScenarioResult.Unit.PER_SECOND,
                        Spread.of(List.of(run.get(Metric.IDLE_STATEMENTS))),
                        Optional.of(BAR),
                        "statements",
                        ""));
            }
        }
        return results;
    }

    private MeasuredRun run(Contestant contestant)
            throws IOException, SQLException, CoordinationException, InterruptedException {
        Competitor competitor = new SignalboxNodes(contestant, context.plan().engine(), 1);
        context.operator().rebuild(competitor.table(), ROWS);
        ReceivedMessages received = ReceivedMessages.of(context.clock(), ROWS, ROWS, DeliveryOrder.WITHIN_GROUPS);
        Progress progress = new Progress(new DeliveryCounter(context.clock(), ROWS));
        Map<Metric, Double> metrics;
        try (MessageReceiver receiver =
                        context.receivers().open(Destination.IN_PROCESS, competitor.client(), true, received);
                Competitor.Running running = competitor.prepare(context.server(), List.of(receiver.sink()), progress)) {
            running.start();
            context.await(() -> progress.recorded().isReached() || progress.isOver(), LONGEST_DRAIN);
            Thread.sleep(context.plan().times().settle());
            metrics = observe();
        }
        List<String> faults = new ArrayList<>(received.faults());
        progress.trouble().ifPresent(faults::add);
        return new MeasuredRun(NAME, contestant.name(), 1, competitor.name(), metrics, faults);
    }

    private Map<Metric, Double> observe() throws SQLException, InterruptedException {
        Map<Metric, Double> reported = context.operator().reportedCounters();
        Map<Metric, Double> before = context.operator().currentCounters();
        long started = context.clock().nanos();
        Thread.sleep(context.plan().times().idle());
        Map<Metric, Double> after = context.operator().currentCounters();
        double seconds = (context.clock().nanos() - started) / 1e9;
        Map<Metric, Double> perSecond = Metric.growth(before, after, seconds);
        perSecond.putAll(Metric.growth(reported, context.operator().reportedCounters(), seconds));
        Map<Metric, Double> metrics = new EnumMap<>(Metric.class);
        Map.of(
                        Metric.STATEMENTS, Metric.IDLE_STATEMENTS,
                        Metric.TRANSACTION_CONTROL, Metric.IDLE_TRANSACTION_CONTROL,
                        Metric.TRANSACTIONS, Metric.IDLE_TRANSACTIONS)
                .forEach((counter, idle) ->
                        Optional.ofNullable(perSecond.get(counter)).ifPresent(value -> metrics.put(idle, value)));
        metrics.put(Metric.IDLE_CPU_PERCENT, 100 * perSecond.getOrDefault(Metric.CPU_MICROS, 0.0) / 1e6);
        return metrics;
    }
}
