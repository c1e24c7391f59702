package dev.signalbox.benchmarks.scenario;

import dev.signalbox.benchmarks.competitor.Competitor;
import dev.signalbox.benchmarks.competitor.Contestant;
import dev.signalbox.benchmarks.competitor.Progress;
import dev.signalbox.benchmarks.competitor.SignalboxNodes;
import dev.signalbox.benchmarks.database.Activity;
import dev.signalbox.benchmarks.database.Work;
import dev.signalbox.benchmarks.report.Bar;
import dev.signalbox.benchmarks.report.Figure;
import dev.signalbox.benchmarks.report.Finding;
import dev.signalbox.benchmarks.report.Run;
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

/** What a relay asks of the server while nothing waits, after it has delivered something. */
final class Idle {
    private static final String NAME = "idle";
    private static final Bar BAR = Bar.atMost(2);
    private static final int ROWS = 1_000;
    private static final Duration LONGEST_DRAIN = Duration.ofMinutes(1);

    private final Arena arena;

    Idle(Arena arena) {
        this.arena = arena;
    }

    List<Finding> measure() throws IOException, SQLException, CoordinationException, InterruptedException {
        List<Finding> findings = new ArrayList<>();
        for (Contestant contestant : arena.plan().contestants()) {
            Plan.Times times = arena.plan().times();
            arena.notebook()
                    .say("%n%s: %s, %d s after %d s of rest; BEGIN and COMMIT are counted apart"
                            .formatted(
                                    NAME,
                                    contestant.name(),
                                    times.idle().toSeconds(),
                                    times.settle().toSeconds()));
            Run run = run(contestant);
            arena.notebook().enter(run);
            if (run.figures().containsKey(Figure.IDLE_STATEMENTS)) {
                findings.add(finding(contestant.name(), run));
            }
        }
        return findings;
    }

    private static Finding finding(String subject, Run run) {
        return new Finding(
                NAME,
                subject,
                Finding.Kind.PER_SECOND,
                Ratios.spread(List.of(run), Figure.IDLE_STATEMENTS),
                Optional.of(BAR),
                "statements",
                "");
    }

    private Run run(Contestant contestant)
            throws IOException, SQLException, CoordinationException, InterruptedException {
        Competitor competitor = new SignalboxNodes(contestant, arena.plan().engine(), 1);
        arena.operator().rebuild(competitor.table(), ROWS);
        Ledger ledger = Ledger.of(arena.clock(), ROWS, ROWS);
        Progress progress = new Progress(new Tally(arena.clock(), ROWS));
        Map<Figure, Double> figures = new EnumMap<>(Figure.class);
        try (Outlet outlet = arena.destinations()
                        .open(Destination.IN_PROCESS, competitor.client(), Outlet.Reading.LIVE, ledger);
                Competitor.Running running = competitor.prepare(arena.server(), List.of(outlet.sink()), progress)) {
            running.start();
            Waiting.until(() -> progress.recorded().isReached() || progress.isOver(), LONGEST_DRAIN, arena.clock());
            Thread.sleep(arena.plan().times().settle());
            observe(figures);
        }
        List<String> faults = new ArrayList<>(ledger.faults());
        progress.trouble().ifPresent(faults::add);
        return new Run(NAME, contestant.name(), 1, competitor.name(), figures, faults);
    }

    private void observe(Map<Figure, Double> figures) throws SQLException, InterruptedException {
        Activity activityBefore = arena.operator().activity();
        Work before = arena.operator().work();
        long started = arena.clock().nanos();
        Thread.sleep(arena.plan().times().idle());
        Work work = arena.operator().work().since(before);
        double seconds = (arena.clock().nanos() - started) / 1e9;
        Activity activity = arena.operator().activity().since(activityBefore);
        if (work.countsStatements()) {
            figures.put(Figure.IDLE_STATEMENTS, work.statements() / seconds);
            figures.put(Figure.IDLE_TRANSACTION_CONTROL, work.control() / seconds);
        }
        figures.put(Figure.IDLE_TRANSACTIONS, activity.transactions() / seconds);
        figures.put(Figure.IDLE_CPU_PERCENT, 100 * work.cpuNanos() / 1e9 / seconds);
    }
}
