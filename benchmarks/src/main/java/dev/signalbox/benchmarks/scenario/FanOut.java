package dev.signalbox.benchmarks.scenario;

import dev.signalbox.benchmarks.competitor.Competitor;
import dev.signalbox.benchmarks.competitor.Contestant;
import dev.signalbox.benchmarks.competitor.SignalboxNodes;
import dev.signalbox.benchmarks.report.Bar;
import dev.signalbox.benchmarks.report.Figure;
import dev.signalbox.benchmarks.report.Finding;
import dev.signalbox.benchmarks.report.Spread;
import dev.signalbox.benchmarks.workload.Destination;
import dev.signalbox.core.coordination.CoordinationException;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What ten publishers of one log do together, against one of them alone. */
final class FanOut {
    private static final String NAME = "fan-out";
    private static final int PUBLISHERS = 10;
    private static final Bar RATE_BAR = Bar.atLeast(2);
    private static final Bar READS_BAR = Bar.atMost(1.2);

    private final Arena arena;

    FanOut(Arena arena) {
        this.arena = arena;
    }

    List<Finding> measure() throws IOException, SQLException, CoordinationException, InterruptedException {
        List<Finding> findings = new ArrayList<>();
        for (Contestant contestant : arena.plan().contestants()) {
            if (contestant.table().isLog()) {
                findings.addAll(match(contestant));
            }
        }
        return findings;
    }

    private List<Finding> match(Contestant contestant)
            throws IOException, SQLException, CoordinationException, InterruptedException {
        Plan plan = arena.plan();
        Competitor one = new SignalboxNodes(contestant, plan.engine(), 1);
        Competitor many = new SignalboxNodes(contestant, plan.engine(), 1).publishing(PUBLISHERS);
        String subject = contestant.name() + ", " + PUBLISHERS + " publishers";
        Race.Course course = Race.Course.all(Destination.IN_PROCESS, plan.rowsFor(contestant, Destination.IN_PROCESS));
        arena.notebook().say("%n%s: %s, %,d events".formatted(NAME, subject, course.rows()));
        Race race = new Race(arena, NAME, subject);
        Pairs pairs = Pairs.run(
                plan.warmUp(), plan.pairs(), pair -> race.run(pair, one, course), pair -> race.run(pair, many, course));
        List<Finding> findings = new ArrayList<>();
        findings.add(Ratios.ofRates(NAME, subject, pairs, Optional.of(RATE_BAR)));
        if (pairs.ours().getFirst().figures().containsKey(Figure.LOG_READS)) {
            findings.add(reads(subject, pairs));
        }
        return findings;
    }

    private static Finding reads(String subject, Pairs pairs) {
        List<Double> ratios = pairs.all().stream()
                .map(pair -> pair.ours().get(Figure.LOG_READS) / pair.rival().get(Figure.LOG_READS))
                .toList();
        return new Finding(
                NAME,
                subject + ": reads",
                Finding.Kind.RATIO,
                Spread.of(ratios),
                Optional.of(READS_BAR),
                Ratios.median(pairs.ours(), Figure.LOG_READS) + " reads",
                pairs.rivals().getFirst().competitor() + " " + Ratios.median(pairs.rivals(), Figure.LOG_READS)
                        + " reads");
    }
}
