package dev.signalbox.benchmarks.scenario;

import dev.signalbox.benchmarks.competitor.Competitor;
import dev.signalbox.benchmarks.competitor.Contestant;
import dev.signalbox.benchmarks.competitor.Database;
import dev.signalbox.benchmarks.competitor.SignalboxNodes;
import dev.signalbox.benchmarks.report.Bar;
import dev.signalbox.benchmarks.report.Finding;
import dev.signalbox.benchmarks.workload.Destination;
import dev.signalbox.core.coordination.CoordinationException;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** How fast a full table is emptied. */
final class Drain {
    private static final String NAME = "drain";

    private final Arena arena;

    Drain(Arena arena) {
        this.arena = arena;
    }

    List<Finding> measure() throws IOException, SQLException, CoordinationException, InterruptedException {
        Plan plan = arena.plan();
        List<Finding> findings = new ArrayList<>();
        for (Destination destination : plan.destinations()) {
            for (Contestant contestant : plan.contestants()) {
                findings.add(match(
                        NAME,
                        contestant.name() + ", " + destination,
                        contestant.rival(destination),
                        new SignalboxNodes(contestant, plan.engine(), 1),
                        destination,
                        plan.rowsFor(contestant, destination),
                        contestant.drainBar(destination)));
            }
            Optional<Database.RawMatch> raw = plan.rawToo() ? plan.database().rawMatch() : Optional.empty();
            if (raw.isPresent()) {
                findings.add(match(
                        NAME,
                        raw.get().subject() + ", " + destination,
                        raw.get().rival(),
                        raw.get().challenger(),
                        destination,
                        plan.rowsFor(destination),
                        Optional.empty()));
            }
        }
        return findings;
    }

    /** Two who empty their table in turn. */
    Finding match(
            String scenario,
            String subject,
            Competitor rival,
            Competitor ours,
            Destination destination,
            int rows,
            Optional<Bar> bar)
            throws IOException, SQLException, CoordinationException, InterruptedException {
        Race.Course course = Race.Course.all(destination, rows);
        arena.notebook().say("%n%s: %s, %,d rows".formatted(scenario, subject, course.rows()));
        Race race = new Race(arena, scenario, subject);
        Pairs pairs = Pairs.run(
                arena.plan().warmUp(),
                arena.plan().pairs(),
                pair -> race.run(pair, rival, course),
                pair -> race.run(pair, ours, course));
        return Ratios.ofRates(scenario, subject, pairs, bar);
    }
}
