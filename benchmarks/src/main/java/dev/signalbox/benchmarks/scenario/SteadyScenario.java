package dev.signalbox.benchmarks.scenario;

import dev.signalbox.benchmarks.competitor.Competitor;
import dev.signalbox.benchmarks.competitor.Contestant;
import dev.signalbox.benchmarks.competitor.Database;
import dev.signalbox.benchmarks.competitor.SignalboxNode;
import dev.signalbox.benchmarks.database.BenchTable;
import dev.signalbox.benchmarks.report.LatencyHistogram;
import dev.signalbox.benchmarks.report.MeasuredRun;
import dev.signalbox.benchmarks.report.Metric;
import dev.signalbox.benchmarks.report.ScenarioResult;
import dev.signalbox.benchmarks.workload.Destination;
import dev.signalbox.benchmarks.workload.ReceivedMessages;
import dev.signalbox.benchmarks.workload.Workload;
import dev.signalbox.core.coordination.CoordinationException;
import dev.signalbox.core.time.Clock;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/** How long a message takes from its commit to its arrival, at a rate far below the maximum. */
final class SteadyScenario {
    private static final String NAME = "steady";
    private static final Duration LONGEST_TAIL = Duration.ofSeconds(30);
    private static final int SESSIONS = 4;

    private final BenchContext context;
    private final Database.SteadyRate rate;
    private final int warmUpMessages;
    private final int messages;

    SteadyScenario(BenchContext context) {
        this.context = context;
        this.rate = context.plan().database().steady();
        this.warmUpMessages = Math.toIntExact(context.plan().steadyWarmUp().toSeconds() * rate.perSecond());
        this.messages =
                warmUpMessages + Math.toIntExact(context.plan().seconds().toSeconds() * rate.perSecond());
    }

    /** HTTP is left out: its latency is mostly that of the API. */
    List<ScenarioResult> measure() throws IOException, SQLException, CoordinationException, InterruptedException {
        List<ScenarioResult> results = new ArrayList<>();
        for (Destination destination : context.plan().destinations()) {
            for (Contestant contestant : context.plan().contestants()) {
                if (destination != Destination.HTTP) {
                    results.addAll(compare(contestant, destination));
                }
            }
        }
        return results;
    }

    private List<ScenarioResult> compare(Contestant contestant, Destination destination)
            throws IOException, SQLException, CoordinationException, InterruptedException {
        String subject = contestant.name() + ", " + destination;
        BenchPlan plan = context.plan();
        context.out()
                .printf(
                        "%n%s: %s, %,d rows a second for %d s after %d s that do not count%n",
                        NAME,
                        subject,
                        rate.perSecond(),
                        plan.seconds().toSeconds(),
                        plan.steadyWarmUp().toSeconds());
        Competitor rival = contestant.rival(destination);
        Competitor ours = new SignalboxNode(contestant, plan.engine());
        PairedRuns pairs = PairedRuns.run(
                1,
                plan.pairs(),
                pair -> run(pair, subject, rival, destination),
                pair -> run(pair, subject, ours, destination));
        return List.of(Metric.P50_MILLIS, Metric.P99_MILLIS).stream()
                .map(metric -> pairs.millis(
                        NAME,
                        subject,
                        metric,
                        Optional.ofNullable(rate.bars().get(destination)).map(bars -> bars.get(metric))))
                .toList();
    }

    private MeasuredRun run(int pair, String subject, Competitor competitor, Destination destination)
            throws IOException, SQLException, CoordinationException, InterruptedException {
        Map<Metric, Double> metrics = new EnumMap<>(Metric.class);
        try (Delivery delivery = new Delivery(context, competitor, destination, 0, messages, true)) {
            try (Competitor.Running running = delivery.prepare()) {
                Map<Metric, Double> before = context.server().counters();
                running.start();
                long started = Clock.SYSTEM.nanos();
                long[] committedAt = write(competitor.table());
                metrics.put(Metric.WRITTEN_RATE, messages / ((Clock.SYSTEM.nanos() - started) / 1e9));
                delivery.await(delivery.received().distinct()::isReached, LONGEST_TAIL);
                metrics.putAll(Metric.growth(before, context.server().counters(), messages));
                // The writers cause most of the WAL, and their statements count if the server cannot exclude them
                metrics.remove(Metric.WAL_BYTES);
                if (!context.server().leavesOutWriters()) {
                    metrics.remove(Metric.STATEMENTS);
                    metrics.remove(Metric.TRANSACTION_CONTROL);
                }
                metrics.putAll(latencies(delivery.received(), committedAt));
            }
            return context.add(new MeasuredRun(NAME, subject, pair, competitor.name(), metrics, delivery.faults()));
        }
    }

    /** A message can arrive before the writer has the answer to its commit: that is no negative time. */
    private Map<Metric, Double> latencies(ReceivedMessages received, long[] committedAt) {
        LatencyHistogram latencies = new LatencyHistogram();
        IntStream.range(warmUpMessages, messages)
                .filter(received::has)
                .forEach(number -> latencies.add(received.arrivedAt(number) - committedAt[number], true));
        LatencyHistogram.Percentiles all = latencies.all();
        return Map.of(
                Metric.P50_MILLIS, all.p50(),
                Metric.P95_MILLIS, all.p95(),
                Metric.P99_MILLIS, all.p99(),
                Metric.MAX_MILLIS, all.max());
    }

    /** Commits one message per transaction in several sessions; returns when the commit of each was confirmed. */
    private long[] write(BenchTable table) throws SQLException, InterruptedException {
        long[] committedAt = new long[messages];
        long started = Clock.SYSTEM.nanos();
        try (ExecutorService threads = Executors.newFixedThreadPool(SESSIONS)) {
            List<Callable<Boolean>> writers = IntStream.range(0, SESSIONS)
                    .mapToObj(session -> (Callable<Boolean>) () -> write(session, table, committedAt, started))
                    .toList();
            for (Future<Boolean> writer : threads.invokeAll(writers)) {
                writer.get();
            }
        } catch (ExecutionException e) {
            throw new SQLException("a writer failed: " + e.getCause(), e.getCause());
        }
        return committedAt;
    }

    /** One session writes all messages of a group, which commits them in the order of their numbers. */
    private boolean write(int session, BenchTable table, long[] committedAt, long started) throws SQLException {
        List<String> parameters = table.insert().parameters();
        try (Connection connection = context.server().connectUncounted("writer");
                PreparedStatement statement =
                        connection.prepareStatement(table.insert().text())) {
            for (int number = 0; number < messages; number++) {
                if (Workload.groupOf(number) % SESSIONS == session) {
                    long due = started + number * (1_000_000_000L / rate.perSecond());
                    for (long wait = due - Clock.SYSTEM.nanos(); wait > 0; wait = due - Clock.SYSTEM.nanos()) {
                        LockSupport.parkNanos(wait);
                    }
                    Map<String, String> values = Workload.values(number);
                    for (int i = 0; i < parameters.size(); i++) {
                        statement.setString(i + 1, values.get(parameters.get(i)));
                    }
                    statement.executeUpdate();
                    committedAt[number] = Clock.SYSTEM.nanos();
                }
            }
        }
        return true;
    }
}
