package dev.signalbox.benchmarks.scenario;

import dev.signalbox.benchmarks.competitor.Competitor;
import dev.signalbox.benchmarks.competitor.Progress;
import dev.signalbox.benchmarks.database.Activity;
import dev.signalbox.benchmarks.database.Reads;
import dev.signalbox.benchmarks.database.Work;
import dev.signalbox.benchmarks.report.Figure;
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
import java.util.function.BooleanSupplier;

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

        /** What must be recorded need not be looked at before. */
        Outlet.Reading reading() {
            return untilRecorded ? Outlet.Reading.AFTERWARDS : Outlet.Reading.LIVE;
        }
    }

    Run run(int pair, Competitor competitor, Course course)
            throws IOException, SQLException, CoordinationException, InterruptedException {
        arena.operator().rebuild(competitor.table(), course.rows());
        int publishers = competitor.publishers();
        Progress progress = new Progress(new Tally(arena.clock(), (long) course.target() * publishers));
        Map<Figure, Double> figures = new EnumMap<>(Figure.class);
        figures.put(Figure.WAITING, (double) course.rows());
        try (Receivers receivers = Receivers.open(
                publishers, () -> ledger(competitor, course), ledger -> outlet(competitor, course, ledger))) {
            measure(competitor, course, receivers, progress, figures);
            List<String> faults = faults(competitor, course, receivers, progress);
            Run run = new Run(scenario, subject, pair, competitor.name(), figures, faults);
            arena.notebook().enter(run);
            return run;
        }
    }

    private Ledger ledger(Competitor competitor, Course course) {
        return Ledger.of(arena.clock(), course.rows(), course.target(), competitor.order());
    }

    private Outlet outlet(Competitor competitor, Course course, Ledger ledger)
            throws IOException, InterruptedException {
        return arena.destinations().open(course.destination(), competitor.client(), course.reading(), ledger);
    }

    private void measure(
            Competitor competitor, Course course, Receivers receivers, Progress progress, Map<Figure, Double> figures)
            throws SQLException, CoordinationException, InterruptedException {
        Tally recorded = progress.recorded();
        BooleanSupplier finished = course.untilRecorded() ? recorded::isReached : receivers::haveAll;
        long most = (long) course.target() * competitor.publishers();
        Work work;
        Activity before;
        Optional<Reads> readsBefore;
        try (Competitor.Running running = competitor.prepare(arena.server(), receivers.sinks(), progress)) {
            before = arena.operator().activity();
            readsBefore = reads(competitor);
            Work atStart = arena.operator().work();
            long started = arena.clock().nanos();
            running.start();
            Waiting.until(() -> finished.getAsBoolean() || progress.isOver(), LONGEST, arena.clock());
            long ended = course.untilRecorded() ? recorded.reachedAt() : receivers.hadAllAt();
            long count = course.untilRecorded() ? recorded.count() : receivers.count();
            if (count == 0) {
                throw new IllegalStateException(
                        competitor.name() + " delivered nothing, so there is nothing to compare: "
                                + progress.trouble().orElse("it did not say why"));
            }
            double seconds = (ended - started) / 1e9;
            work = arena.operator().work().since(atStart);
            figures.put(Figure.RATE, Math.min(count, most) / seconds);
            figures.put(Figure.SECONDS, seconds);
            if (receivers.count() > 0) {
                figures.put(Figure.FIRST_MILLIS, (receivers.firstAt() - started) / 1e6);
            }
        }
        receivers.collect();
        arena.operator().awaitGoodbyes();
        Costs.put(figures, work, arena.operator().activity().since(before), Math.max(1, receivers.count()));
        reads(competitor).flatMap(after -> readsBefore.map(after::since)).ifPresent(reads -> Costs.put(figures, reads));
    }

    /** Of a log: whatever else a competitor does there, it must be read. */
    private Optional<Reads> reads(Competitor competitor) throws SQLException {
        return competitor.table().isLog() ? arena.operator().reads(competitor.table()) : Optional.empty();
    }

    private List<String> faults(Competitor competitor, Course course, Receivers receivers, Progress progress)
            throws SQLException {
        List<String> faults = new ArrayList<>(receivers.faults());
        progress.trouble().ifPresent(faults::add);
        long wanted = (long) course.target() * competitor.publishers();
        long missing = wanted - receivers.count();
        if (missing > 0) {
            faults.add(missing + " of " + wanted + " not delivered");
        }
        long unrecorded = course.untilRecorded() ? arena.operator().remaining(competitor.table()) : 0;
        if (unrecorded > 0) {
            faults.add(unrecorded + " not recorded as delivered");
        }
        return faults;
    }
}
