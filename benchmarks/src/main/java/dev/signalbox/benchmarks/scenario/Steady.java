package dev.signalbox.benchmarks.scenario;

import dev.signalbox.benchmarks.competitor.Competitor;
import dev.signalbox.benchmarks.competitor.Contestant;
import dev.signalbox.benchmarks.competitor.Database;
import dev.signalbox.benchmarks.competitor.Progress;
import dev.signalbox.benchmarks.competitor.SignalboxNodes;
import dev.signalbox.benchmarks.database.Work;
import dev.signalbox.benchmarks.report.Figure;
import dev.signalbox.benchmarks.report.Finding;
import dev.signalbox.benchmarks.report.Run;
import dev.signalbox.benchmarks.report.Statistics;
import dev.signalbox.benchmarks.workload.Destination;
import dev.signalbox.benchmarks.workload.Ledger;
import dev.signalbox.benchmarks.workload.Tally;
import dev.signalbox.core.coordination.CoordinationException;
import dev.signalbox.core.sink.Sink;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** How long a message takes from its commit to its arrival, at a rate that leaves time to spare. */
final class Steady {
    private static final String NAME = "steady";
    private static final Duration LONGEST_TAIL = Duration.ofSeconds(30);

    private final Arena arena;
    private final Database.SteadyRate steady;

    Steady(Arena arena) {
        this.arena = arena;
        this.steady = arena.plan().database().steady();
    }

    List<Finding> measure() throws IOException, SQLException, CoordinationException, InterruptedException {
        List<Finding> findings = new ArrayList<>();
        for (Contestant contestant : arena.plan().contestants()) {
            arena.notebook()
                    .say("%n%s: %s, %,d rows a second for %d s after %d s that do not count"
                            .formatted(NAME, contestant.name(), steady.perSecond(), seconds(), warmUpSeconds()));
            Competitor rival = contestant.rival(Destination.IN_PROCESS);
            Competitor ours = new SignalboxNodes(contestant, arena.plan().engine(), 1);
            String subject = contestant.name();
            Pairs pairs = Pairs.run(
                    1, arena.plan().pairs(), pair -> run(pair, subject, rival), pair -> run(pair, subject, ours));
            for (Figure figure : List.of(Figure.P50_MILLIS, Figure.P99_MILLIS)) {
                findings.add(finding(subject, pairs, figure));
            }
        }
        return findings;
    }

    private Finding finding(String subject, Pairs pairs, Figure figure) {
        return new Finding(
                NAME,
                subject,
                Finding.Kind.MILLIS,
                Ratios.spread(pairs.ours(), figure),
                Optional.ofNullable(steady.bars().get(figure)),
                figure.label().substring("ms ".length()),
                pairs.rivals().getFirst().competitor() + " " + Ratios.median(pairs.rivals(), figure) + " ms");
    }

    private Run run(int pair, String subject, Competitor competitor)
            throws IOException, SQLException, CoordinationException, InterruptedException {
        int warmUp = warmUpSeconds() * steady.perSecond();
        int messages = warmUp + seconds() * steady.perSecond();
        arena.operator().rebuild(competitor.table(), 0);
        Ledger ledger = Ledger.timed(arena.clock(), messages);
        Progress progress = new Progress(new Tally(arena.clock(), messages));
        Map<Figure, Double> figures = new EnumMap<>(Figure.class);
        try (Sink sink = Destination.IN_PROCESS.open(ledger);
                Competitor.Running running = competitor.prepare(arena.server(), List.of(sink), progress)) {
            Work before = arena.operator().work();
            running.start();
            long started = arena.clock().nanos();
            long[] committedAt =
                    new Writers(arena.server(), competitor.table(), arena.clock()).write(messages, steady.perSecond());
            figures.put(Figure.WRITTEN_RATE, messages / ((arena.clock().nanos() - started) / 1e9));
            Waiting.until(() -> ledger.deliveries().isReached() || progress.isOver(), LONGEST_TAIL, arena.clock());
            Work work = arena.operator().work().since(before);
            Costs.put(figures, arena.operator().leavesOutWriters() ? work : work.withoutStatements(), messages);
            putLatencies(figures, latencies(ledger, committedAt, warmUp));
        }
        Run run = new Run(NAME, subject, pair, competitor.name(), figures, faults(ledger, progress, messages));
        arena.notebook().enter(run);
        return run;
    }

    /** A message may arrive before the writer has heard of its commit; that counts as no time at all. */
    private static long[] latencies(Ledger ledger, long[] committedAt, int from) {
        return IntStream.range(from, committedAt.length)
                .filter(ledger::has)
                .mapToLong(number -> Math.max(0, ledger.arrivedAt(number) - committedAt[number]))
                .toArray();
    }

    private static void putLatencies(Map<Figure, Double> figures, long[] nanos) {
        if (nanos.length > 0) {
            figures.put(Figure.P50_MILLIS, Statistics.percentile(nanos, 50) / 1e6);
            figures.put(Figure.P95_MILLIS, Statistics.percentile(nanos, 95) / 1e6);
            figures.put(Figure.P99_MILLIS, Statistics.percentile(nanos, 99) / 1e6);
            figures.put(Figure.MAX_MILLIS, Statistics.percentile(nanos, 100) / 1e6);
        }
    }

    private static List<String> faults(Ledger ledger, Progress progress, int messages) {
        List<String> faults = new ArrayList<>(ledger.faults());
        progress.trouble().ifPresent(faults::add);
        long missing = messages - ledger.deliveries().count();
        if (missing > 0) {
            faults.add(missing + " of " + messages + " not delivered");
        }
        return faults;
    }

    private int seconds() {
        return Math.toIntExact(arena.plan().times().steady().toSeconds());
    }

    private int warmUpSeconds() {
        return Math.toIntExact(arena.plan().times().warmUp().toSeconds());
    }
}
