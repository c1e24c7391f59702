package dev.signalbox.benchmarks.scenario;

import dev.signalbox.benchmarks.competitor.Competitor;
import dev.signalbox.benchmarks.competitor.Progress;
import dev.signalbox.benchmarks.database.Activity;
import dev.signalbox.benchmarks.database.Work;
import dev.signalbox.benchmarks.report.Figure;
import dev.signalbox.benchmarks.report.Run;
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

/** Rebuilds the table, lets one competitor loose on it, and measures that. */
final class Race {
    private static final Duration LONGEST = Duration.ofMinutes(10);

    private final Arena arena;
    private final String scenario;
    private final String subject;

    Race(Arena arena, String scenario, String subject) {
        this.arena = arena;
        this.scenario = scenario;
        this.subject = subject;
    }

    /**
     * What is waiting, and until when the time is taken.
     *
     * @param target so many deliveries
     * @param untilRecorded whether they must be recorded too
     */
    record Course(Destination destination, int rows, int target, boolean untilRecorded) {
        /** Until all are recorded as delivered. */
        static Course all(Destination destination, int rows) {
            return new Course(destination, rows, rows, true);
        }
    }

    Run run(int pair, Competitor competitor, Course course)
            throws IOException, SQLException, CoordinationException, InterruptedException {
        arena.operator().rebuild(competitor.table(), course.rows());
        Ledger ledger = Ledger.of(arena.clock(), course.rows(), course.target());
        Progress progress = new Progress(new Tally(arena.clock(), course.target()));
        Map<Figure, Double> figures = new EnumMap<>(Figure.class);
        figures.put(Figure.WAITING, (double) course.rows());
        try (Sink sink = course.destination().open(ledger)) {
            measure(competitor, course, sink, ledger, progress, figures);
        }
        Run run = new Run(
                scenario, subject, pair, competitor.name(), figures, faults(competitor, course, ledger, progress));
        arena.notebook().enter(run);
        return run;
    }

    private void measure(
            Competitor competitor,
            Course course,
            Sink sink,
            Ledger ledger,
            Progress progress,
            Map<Figure, Double> figures)
            throws SQLException, CoordinationException, InterruptedException {
        Tally finish = course.untilRecorded() ? progress.recorded() : ledger.deliveries();
        Work work;
        long messages;
        Activity before;
        try (Competitor.Running running = competitor.prepare(arena.server(), sink, progress)) {
            before = arena.operator().activity();
            Work atStart = arena.operator().work();
            long started = arena.clock().nanos();
            running.start();
            Waiting.until(() -> finish.isReached() || progress.isOver(), LONGEST, arena.clock());
            double seconds = (finish.reachedAt() - started) / 1e9;
            messages = Math.max(1, ledger.deliveries().count());
            work = arena.operator().work().since(atStart);
            figures.put(Figure.RATE, Math.min(finish.count(), course.target()) / seconds);
            figures.put(Figure.SECONDS, seconds);
            figures.put(Figure.FIRST_MILLIS, (ledger.deliveries().firstAt() - started) / 1e6);
        }
        arena.operator().awaitGoodbyes();
        Costs.put(figures, work, arena.operator().activity().since(before), messages);
    }

    private List<String> faults(Competitor competitor, Course course, Ledger ledger, Progress progress)
            throws SQLException {
        List<String> faults = new ArrayList<>(ledger.faults());
        progress.trouble().ifPresent(faults::add);
        long missing = course.target() - ledger.deliveries().count();
        if (missing > 0) {
            faults.add(missing + " of " + course.target() + " not delivered");
        }
        long unrecorded = course.untilRecorded() ? arena.operator().remaining(competitor.table()) : 0;
        if (unrecorded > 0) {
            faults.add(unrecorded + " not recorded as delivered");
        }
        return faults;
    }
}
