package dev.signalbox.benchmarks.scenario;

import dev.signalbox.benchmarks.competitor.Competitor;
import dev.signalbox.benchmarks.competitor.Contestant;
import dev.signalbox.benchmarks.competitor.SignalboxNodes;
import dev.signalbox.benchmarks.report.Bar;
import dev.signalbox.benchmarks.report.Figure;
import dev.signalbox.benchmarks.report.Finding;
import dev.signalbox.benchmarks.report.Run;
import dev.signalbox.benchmarks.report.Spread;
import dev.signalbox.benchmarks.report.Statistics;
import dev.signalbox.benchmarks.workload.Destination;
import dev.signalbox.core.coordination.CoordinationException;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;

/** Whether a long backlog makes a message dearer, and by how much more than for the raw loop. */
final class Backlog {
    private static final String NAME = "backlog";
    private static final Bar BAR = Bar.atLeast(0.9);

    private final Arena arena;

    Backlog(Arena arena) {
        this.arena = arena;
    }

    List<Finding> measure() throws IOException, SQLException, CoordinationException, InterruptedException {
        List<Finding> findings = new ArrayList<>();
        for (Contestant contestant : arena.plan().contestants()) {
            if (contestant.table().isLog()) {
                continue; // it is read from a position on, and what was delivered is not taken out of the way
            }
            findings.add(match(
                    contestant.name(),
                    contestant.rival(Destination.IN_PROCESS),
                    new SignalboxNodes(contestant, arena.plan().engine(), 1)));
        }
        return findings;
    }

    private Finding match(String subject, Competitor rival, Competitor ours)
            throws IOException, SQLException, CoordinationException, InterruptedException {
        Race.Course few = course(arena.plan().rows().first());
        Race.Course many = course(arena.plan().rows().backlog());
        Race brief = new Race(arena, NAME, subject + ", %,d waiting".formatted(few.rows()));
        Race lengthy = new Race(arena, NAME, subject + ", %,d waiting".formatted(many.rows()));
        arena.notebook()
                .say("%n%s: %s, the first %,d deliveries of %,d and of %,d"
                        .formatted(NAME, subject, few.target(), few.rows(), many.rows()));
        warmUp(subject, rival, ours);
        List<Double> rivalRatios = new ArrayList<>();
        List<Double> ourRatios = new ArrayList<>();
        Pairs.Lap rivalLap = pair -> note(rivalRatios, brief.run(pair, rival, few), lengthy.run(pair, rival, many));
        Pairs.Lap ourLap = pair -> note(ourRatios, brief.run(pair, ours, few), lengthy.run(pair, ours, many));
        Pairs.runWarm(arena.plan().pairs(), rivalLap, ourLap);
        List<Double> relative = IntStream.range(0, ourRatios.size())
                .mapToObj(pair -> ourRatios.get(pair) / rivalRatios.get(pair))
                .toList();
        return new Finding(
                NAME,
                subject,
                Finding.Kind.RATIO,
                Spread.of(relative),
                Optional.of(BAR),
                "many ÷ few " + median(ourRatios),
                rival.name() + " " + median(rivalRatios));
    }

    /** Drains, since the first deliveries alone are too few for the JVM to learn from. */
    private void warmUp(String subject, Competitor rival, Competitor ours)
            throws IOException, SQLException, CoordinationException, InterruptedException {
        Race.Course course =
                Race.Course.all(Destination.IN_PROCESS, arena.plan().rows().inProcess());
        Race race = new Race(arena, NAME, subject);
        for (int i = 0; i < arena.plan().warmUp(); i++) {
            race.run(0, rival, course);
            race.run(0, ours, course);
        }
    }

    private static Run note(List<Double> ratios, Run few, Run many) {
        ratios.add(many.get(Figure.RATE) / few.get(Figure.RATE));
        return many;
    }

    private Race.Course course(int rows) {
        int target = Math.min(rows, arena.plan().rows().first());
        return new Race.Course(Destination.IN_PROCESS, rows, target, false);
    }

    private static String median(List<Double> ratios) {
        return String.format(Locale.ROOT, "%.2f", Statistics.median(ratios));
    }
}
