package dev.signalbox.benchmarks.scenario;

import dev.signalbox.benchmarks.competitor.Competitor;
import dev.signalbox.benchmarks.competitor.Contestant;
import dev.signalbox.benchmarks.competitor.Database;
import dev.signalbox.benchmarks.competitor.Progress;
import dev.signalbox.benchmarks.competitor.SignalboxNodes;
import dev.signalbox.benchmarks.database.Work;
import dev.signalbox.benchmarks.report.Bar;
import dev.signalbox.benchmarks.report.Figure;
import dev.signalbox.benchmarks.report.Finding;
import dev.signalbox.benchmarks.report.Run;
import dev.signalbox.benchmarks.report.Statistics;
import dev.signalbox.benchmarks.workload.Destination;
import dev.signalbox.benchmarks.workload.Ledger;
import dev.signalbox.benchmarks.workload.Outlet;
import dev.signalbox.benchmarks.workload.Tally;
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
import java.util.stream.Stream;

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
        for (Destination destination : arena.plan().steadyDestinations()) {
            for (Contestant contestant : arena.plan().contestants()) {
                findings.addAll(match(contestant, destination));
            }
        }
        return findings;
    }

    private List<Finding> match(Contestant contestant, Destination destination)
            throws IOException, SQLException, CoordinationException, InterruptedException {
        String subject =
                destination == Destination.IN_PROCESS ? contestant.name() : contestant.name() + ", " + destination;
        arena.notebook()
                .say("%n%s: %s, %,d rows a second for %d s after %d s that do not count"
                        .formatted(NAME, subject, steady.perSecond(), seconds(), warmUpSeconds()));
        Competitor rival = contestant.rival(destination);
        Competitor ours = new SignalboxNodes(contestant, arena.plan().engine(), 1);
        Pairs pairs = Pairs.run(
                1,
                arena.plan().pairs(),
                pair -> run(pair, subject, rival, destination),
                pair -> run(pair, subject, ours, destination));
        Map<Figure, Bar> bars = steady.bars().getOrDefault(destination, Map.of());
        return Stream.of(Figure.P50_MILLIS, Figure.P99_MILLIS)
                .map(figure -> finding(subject, pairs, figure, Optional.ofNullable(bars.get(figure))))
                .toList();
    }

    private static Finding finding(String subject, Pairs pairs, Figure figure, Optional<Bar> bar) {
        return new Finding(
                NAME,
                subject,
                Finding.Kind.MILLIS,
                Ratios.spread(pairs.ours(), figure),
                bar,
                figure.label().substring("ms ".length()),
                pairs.rivals().getFirst().competitor() + " " + Ratios.median(pairs.rivals(), figure) + " ms");
    }

    private Run run(int pair, String subject, Competitor competitor, Destination destination)
            throws IOException, SQLException, CoordinationException, InterruptedException {
        int messages = messages();
        arena.operator().rebuild(competitor.table(), 0);
        Ledger ledger = Ledger.timed(arena.clock(), messages);
        Progress progress = new Progress(new Tally(arena.clock(), messages));
        Map<Figure, Double> figures = new EnumMap<>(Figure.class);
        try (Outlet outlet = arena.destinations().open(destination, competitor.client(), Outlet.Reading.LIVE, ledger)) {
            deliver(competitor, outlet, ledger, progress, figures);
            outlet.collect();
        }
        Run run = new Run(NAME, subject, pair, competitor.name(), figures, faults(ledger, progress, messages));
        arena.notebook().enter(run);
        return run;
    }

    private void deliver(
            Competitor competitor, Outlet outlet, Ledger ledger, Progress progress, Map<Figure, Double> figures)
            throws SQLException, CoordinationException, InterruptedException {
        int messages = messages();
        try (Competitor.Running running = competitor.prepare(arena.server(), List.of(outlet.sink()), progress)) {
            Work before = arena.operator().work();
            running.start();
            long started = arena.clock().nanos();
            long[] committedAt =
                    new Writers(arena.server(), competitor.table(), arena.clock()).write(messages, steady.perSecond());
            figures.put(Figure.WRITTEN_RATE, messages / ((arena.clock().nanos() - started) / 1e9));
            Waiting.until(() -> ledger.deliveries().isReached() || progress.isOver(), LONGEST_TAIL, arena.clock());
            Work work = arena.operator().work().since(before);
            Costs.put(figures, arena.operator().leavesOutWriters() ? work : work.withoutStatements(), messages);
            putLatencies(figures, latencies(ledger, committedAt, warmUpMessages()));
        }
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

    private int messages() {
        return warmUpMessages() + seconds() * steady.perSecond();
    }

    private int warmUpMessages() {
        return warmUpSeconds() * steady.perSecond();
    }

    private int seconds() {
        return Math.toIntExact(arena.plan().times().steady().toSeconds());
    }

    private int warmUpSeconds() {
        return Math.toIntExact(arena.plan().times().warmUp().toSeconds());
    }
}
