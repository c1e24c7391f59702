package dev.signalbox.benchmarks.scenario;

import dev.signalbox.benchmarks.competitor.Competitor;
import dev.signalbox.benchmarks.competitor.Contestant;
import dev.signalbox.benchmarks.competitor.Database;
import dev.signalbox.benchmarks.competitor.Progress;
import dev.signalbox.benchmarks.competitor.SignalboxNodes;
import dev.signalbox.benchmarks.report.MeasuredRun;
import dev.signalbox.benchmarks.report.Metric;
import dev.signalbox.benchmarks.report.ScenarioResult;
import dev.signalbox.benchmarks.report.Spread;
import dev.signalbox.benchmarks.report.Statistics;
import dev.signalbox.benchmarks.report.Threshold;
import dev.signalbox.benchmarks.workload.DeliveryCounter;
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
import java.util.stream.IntStream;

/** How long a message takes from its commit to its arrival, at a rate far below the maximum. */
final class SteadyScenario {
    private static final String NAME = "steady";
    private static final Duration LONGEST_TAIL = Duration.ofSeconds(30);

    private final BenchContext context;
    private final Database.SteadyRate rate;
    private final int warmUpMessages;
    private final int messages;

    SteadyScenario(BenchContext context) {
        this.context = context;
        this.rate = context.plan().database().steady();
        BenchPlan.Times times = context.plan().times();
        this.warmUpMessages = Math.toIntExact(times.warmUp().toSeconds() * rate.perSecond());
        this.messages = warmUpMessages + Math.toIntExact(times.steady().toSeconds() * rate.perSecond());
    }

    List<ScenarioResult> measure() throws IOException, SQLException, CoordinationException, InterruptedException {
        List<ScenarioResult> results = new ArrayList<>();
        for (Destination destination : context.plan().steadyDestinations()) {
            for (Contestant contestant : context.plan().contestants()) {
                results.addAll(compare(contestant, destination));
            }
        }
        return results;
    }

    private List<ScenarioResult> compare(Contestant contestant, Destination destination)
            throws IOException, SQLException, CoordinationException, InterruptedException {
        String subject =
                destination == Destination.IN_PROCESS ? contestant.name() : contestant.name() + ", " + destination;
        BenchPlan plan = context.plan();
        context.out()
                .printf(
                        "%n%s: %s, %,d rows a second for %d s after %d s that do not count%n",
                        NAME,
                        subject,
                        rate.perSecond(),
                        plan.times().steady().toSeconds(),
                        plan.times().warmUp().toSeconds());
        Competitor rival = contestant.rival(destination);
        Competitor ours = new SignalboxNodes(contestant, plan.engine(), 1);
        PairedRuns pairs = PairedRuns.run(
                1,
                plan.pairs(),
                pair -> run(pair, subject, rival, destination),
                pair -> run(pair, subject, ours, destination));
        Map<Metric, Threshold> bars = rate.bars().getOrDefault(destination, Map.of());
        List<ScenarioResult> results = new ArrayList<>();
        for (Metric metric : List.of(Metric.P50_MILLIS, Metric.P99_MILLIS)) {
            results.add(new ScenarioResult(
                    NAME,
                    subject,
                    ScenarioResult.Unit.MILLIS,
                    Spread.of(PairedRuns.values(pairs.ours(), metric)),
                    Optional.ofNullable(bars.get(metric)),
                    metric.label().substring("ms ".length()),
                    pairs.rivalName() + " " + PairedRuns.median(pairs.rivals(), metric) + " ms"));
        }
        return results;
    }

    private MeasuredRun run(int pair, String subject, Competitor competitor, Destination destination)
            throws IOException, SQLException, CoordinationException, InterruptedException {
        context.operator().rebuild(competitor.table(), 0);
        ReceivedMessages received = ReceivedMessages.timed(context.clock(), messages);
        Progress progress = new Progress(new DeliveryCounter(context.clock(), messages));
        Map<Metric, Double> metrics = new EnumMap<>(Metric.class);
        try (MessageReceiver receiver = context.receivers().open(destination, competitor.client(), true, received)) {
            deliver(competitor, receiver, received, progress, metrics);
            receiver.readAll();
        }
        List<String> faults = new ArrayList<>(received.faults());
        progress.trouble().ifPresent(faults::add);
        long missing = messages - received.distinct().count();
        if (missing > 0) {
            faults.add(missing + " of " + messages + " not delivered");
        }
        return context.add(new MeasuredRun(NAME, subject, pair, competitor.name(), metrics, faults));
    }

    private void deliver(
            Competitor competitor,
            MessageReceiver receiver,
            ReceivedMessages received,
            Progress progress,
            Map<Metric, Double> metrics)
            throws SQLException, CoordinationException, InterruptedException {
        try (Competitor.Running running = competitor.prepare(context.server(), List.of(receiver.sink()), progress)) {
            Map<Metric, Double> before = context.operator().currentCounters();
            running.start();
            long started = context.clock().nanos();
            long[] committedAt = new SteadyWriters(context.server(), competitor.table(), context.clock())
                    .write(messages, rate.perSecond());
            metrics.put(Metric.WRITTEN_RATE, messages / ((context.clock().nanos() - started) / 1e9));
            context.await(() -> received.distinct().isReached() || progress.isOver(), LONGEST_TAIL);
            metrics.putAll(Metric.growth(before, context.operator().currentCounters(), messages));
            // The writers cause most of the WAL, and their statements count if the server cannot exclude them
            metrics.remove(Metric.WAL_BYTES);
            if (!context.operator().leavesOutWriters()) {
                metrics.remove(Metric.STATEMENTS);
                metrics.remove(Metric.TRANSACTION_CONTROL);
            }
            putLatencies(metrics, received, committedAt);
        }
    }

    private void putLatencies(Map<Metric, Double> metrics, ReceivedMessages received, long[] committedAt) {
        // A message can arrive before the writer has the answer to its commit
        long[] nanos = IntStream.range(warmUpMessages, committedAt.length)
                .filter(received::has)
                .mapToLong(number -> Math.max(0, received.arrivedAt(number) - committedAt[number]))
                .toArray();
        if (nanos.length > 0) {
            metrics.put(Metric.P50_MILLIS, Statistics.percentile(nanos, 50) / 1e6);
            metrics.put(Metric.P95_MILLIS, Statistics.percentile(nanos, 95) / 1e6);
            metrics.put(Metric.P99_MILLIS, Statistics.percentile(nanos, 99) / 1e6);
            metrics.put(Metric.MAX_MILLIS, Statistics.percentile(nanos, 100) / 1e6);
        }
    }
}
