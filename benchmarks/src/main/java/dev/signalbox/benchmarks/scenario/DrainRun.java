package dev.signalbox.benchmarks.scenario;

import dev.signalbox.benchmarks.competitor.Competitor;
import dev.signalbox.benchmarks.competitor.Progress;
import dev.signalbox.benchmarks.database.DatabaseControlSession;
import dev.signalbox.benchmarks.report.MeasuredRun;
import dev.signalbox.benchmarks.report.Metric;
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
import java.util.function.BooleanSupplier;

/**
 * Rebuilds the table, lets one competitor deliver from it, and measures that.
 *
 * @param target the number of deliveries after which the clock stops
 * @param untilRecorded whether these must also be recorded as delivered
 */
record DrainRun(
        BenchContext context,
        String scenario,
        String subject,
        Destination destination,
        int rows,
        int target,
        boolean untilRecorded) {
    private static final Duration LONGEST = Duration.ofMinutes(10);

    /** Until all rows are recorded as delivered. */
    static DrainRun all(BenchContext context, String scenario, String subject, Destination destination, int rows) {
        return new DrainRun(context, scenario, subject, destination, rows, rows, true);
    }

    /** The receivers of a run: one for each publisher. */
    private record Receivers(List<MessageReceiver> open, List<ReceivedMessages> received) {
        boolean haveAll() {
            return received.stream().allMatch(each -> each.distinct().isReached());
        }

        long count() {
            return received.stream().mapToLong(each -> each.distinct().count()).sum();
        }

        long firstAt() {
            return received.stream()
                    .mapToLong(each -> each.distinct().firstAt())
                    .min()
                    .orElseThrow();
        }

        long reachedAt() {
            return received.stream()
                    .mapToLong(each -> each.distinct().reachedAt())
                    .max()
                    .orElseThrow();
        }
    }

    MeasuredRun run(int pair, Competitor competitor)
            throws IOException, SQLException, CoordinationException, InterruptedException {
        context.operator().rebuild(competitor.table(), rows);
        Progress progress = new Progress(new DeliveryCounter(context.clock(), wanted(competitor)));
        Map<Metric, Double> metrics = new EnumMap<>(Metric.class);
        metrics.put(Metric.WAITING, (double) rows);
        Receivers receivers = new Receivers(new ArrayList<>(), new ArrayList<>());
        try {
            for (int i = 0; i < competitor.publishers(); i++) {
                ReceivedMessages received = ReceivedMessages.of(context.clock(), rows, target, competitor.order());
                receivers.received().add(received);
                // What is recorded is read only after the clock has stopped
                receivers
                        .open()
                        .add(context.receivers().open(destination, competitor.client(), !untilRecorded, received));
            }
            measure(competitor, receivers, progress, metrics);
            List<String> faults = faults(competitor, receivers, progress);
            return context.add(new MeasuredRun(scenario, subject, pair, competitor.name(), metrics, faults));
        } finally {
            receivers.open().forEach(MessageReceiver::close);
        }
    }

    private void measure(Competitor competitor, Receivers receivers, Progress progress, Map<Metric, Double> metrics)
            throws SQLException, CoordinationException, InterruptedException {
        DatabaseControlSession databaseControlSession = context.operator();
        Map<Metric, Double> reported;
        Map<Metric, Double> log;
        Map<Metric, Double> started;
        Map<Metric, Double> ended;
        try (Competitor.Running running = competitor.prepare(
                context.server(),
                receivers.open().stream().map(MessageReceiver::sink).toList(),
                progress)) {
            reported = databaseControlSession.reportedCounters();
            log = logCounters(competitor);
            started = databaseControlSession.currentCounters();
            time(running, competitor, receivers, progress, metrics);
            ended = databaseControlSession.currentCounters();
        }
        for (MessageReceiver receiver : receivers.open()) {
            receiver.readAll();
        }
        databaseControlSession.awaitReports();
        double messages = Math.max(1, receivers.count());
        metrics.putAll(Metric.growth(started, ended, messages));
        metrics.putAll(Metric.growth(reported, databaseControlSession.reportedCounters(), messages));
        metrics.putAll(Metric.growth(log, logCounters(competitor), 1));
    }

    private void time(
            Competitor.Running running,
            Competitor competitor,
            Receivers receivers,
            Progress progress,
            Map<Metric, Double> metrics)
            throws InterruptedException {
        DeliveryCounter recorded = progress.recorded();
        BooleanSupplier finished = untilRecorded ? recorded::isReached : receivers::haveAll;
        long started = context.clock().nanos();
        running.start();
        context.await(() -> finished.getAsBoolean() || progress.isOver(), LONGEST);
        double seconds = ((untilRecorded ? recorded.reachedAt() : receivers.reachedAt()) - started) / 1e9;
        long count = untilRecorded ? recorded.count() : receivers.count();
        if (count == 0) {
            throw new IllegalStateException(competitor.name() + " delivered nothing, so there is nothing to compare: "
                    + progress.trouble().orElse("it did not say why"));
        }
        metrics.put(Metric.RATE, Math.min(count, wanted(competitor)) / seconds);
        metrics.put(Metric.SECONDS, seconds);
        if (receivers.count() > 0) {
            metrics.put(Metric.FIRST_MILLIS, (receivers.firstAt() - started) / 1e6);
        }
    }

    private Map<Metric, Double> logCounters(Competitor competitor) throws SQLException {
        return competitor.table().isLog() ? context.operator().logCounters(competitor.table()) : Map.of();
    }

    private long wanted(Competitor competitor) {
        return (long) target * competitor.publishers();
    }

    private List<String> faults(Competitor competitor, Receivers receivers, Progress progress) throws SQLException {
        List<String> faults = new ArrayList<>();
        receivers.received().forEach(each -> faults.addAll(each.faults()));
        progress.trouble().ifPresent(faults::add);
        long missing = wanted(competitor) - receivers.count();
        if (missing > 0) {
            faults.add(missing + " of " + wanted(competitor) + " not delivered");
        }
        long unrecorded = untilRecorded ? context.operator().remaining(competitor.table()) : 0;
        if (unrecorded > 0) {
            faults.add(unrecorded + " not recorded as delivered");
        }
        return faults;
    }
}
