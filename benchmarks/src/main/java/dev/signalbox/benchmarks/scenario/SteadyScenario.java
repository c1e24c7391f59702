package dev.signalbox.benchmarks.scenario;

import dev.signalbox.benchmarks.competitor.BenchConfiguration;
import dev.signalbox.benchmarks.competitor.Competitor;
import dev.signalbox.benchmarks.competitor.Database;
import dev.signalbox.benchmarks.competitor.SignalboxNode;
import dev.signalbox.benchmarks.database.BenchTable;
import dev.signalbox.benchmarks.report.MeasuredRun;
import dev.signalbox.benchmarks.report.Metric;
import dev.signalbox.benchmarks.report.PairedRuns;
import dev.signalbox.benchmarks.report.ScenarioResult;
import dev.signalbox.benchmarks.report.Threshold;
import dev.signalbox.benchmarks.workload.Destination;
import dev.signalbox.benchmarks.workload.Workload;
import dev.signalbox.core.time.Clock;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.Stream;

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

    List<ScenarioResult> compare(BenchConfiguration configuration, Destination destination) throws Exception {
        String subject = configuration.name() + ", " + destination;
        context.out()
                .printf(
                        "%n%s: %s, %,d rows a second, %,d in all; the first %,d do not count%n",
                        NAME, subject, rate.perSecond(), messages, warmUpMessages);
        Competitor baseline = configuration.baseline(destination);
        Competitor node = new SignalboxNode(configuration, context.plan().engine());
        PairedRuns pairs = PairedRuns.run(
                1,
                context.plan().pairs(),
                pair -> run(pair, subject, baseline, destination),
                pair -> run(pair, subject, node, destination));
        Map<Metric, Threshold> bars = rate.bars().getOrDefault(destination, Map.of());
        return Stream.of(Metric.P50_MILLIS, Metric.P99_MILLIS)
                .map(metric -> pairs.value(metric, " ms", Optional.ofNullable(bars.get(metric))))
                .toList();
    }

    private MeasuredRun run(int pair, String subject, Competitor competitor, Destination destination) throws Exception {
        Map<Metric, Double> metrics = new EnumMap<>(Metric.class);
        try (Delivery delivery = new Delivery(context, competitor, destination, 0, messages, true)) {
            try (Competitor.Running running = delivery.prepare()) {
                running.start();
                long started = Clock.SYSTEM.nanos();
                long[] committedAt = write(competitor.table());
                metrics.put(Metric.WRITTEN_RATE, messages / ((Clock.SYSTEM.nanos() - started) / 1e9));
                delivery.await(delivery.received().distinct()::isReached, LONGEST_TAIL);
                metrics.putAll(delivery.received()
                        .latencies(committedAt, warmUpMessages)
                        .metrics());
            }
            return context.add(new MeasuredRun(NAME, subject, pair, competitor.name(), metrics, delivery.faults()));
        }
    }

    /** Commits one message per transaction in several sessions; returns when the commit of each was confirmed. */
    private long[] write(BenchTable table) throws Exception {
        long[] committedAt = new long[messages];
        long started = Clock.SYSTEM.nanos();
        try (ExecutorService threads = Executors.newFixedThreadPool(SESSIONS)) {
            List<Callable<Boolean>> writers = IntStream.range(0, SESSIONS)
                    .mapToObj(session -> (Callable<Boolean>) () -> write(session, table, committedAt, started))
                    .toList();
            for (Future<Boolean> writer : threads.invokeAll(writers)) {
                writer.get();
            }
        }
        return committedAt;
    }

    /** One session writes all messages of a group, which commits them in the order of their numbers. */
    private boolean write(int session, BenchTable table, long[] committedAt, long started) throws SQLException {
        List<String> parameters = table.insert().parameters();
        try (Connection connection = context.server().connect();
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
