package dev.signalbox.benchmarks.scenario;

import dev.signalbox.benchmarks.competitor.Competitor;
import dev.signalbox.benchmarks.competitor.Contestant;
import dev.signalbox.benchmarks.competitor.SignalboxNodes;
import dev.signalbox.benchmarks.competitor.TwoClusters;
import dev.signalbox.benchmarks.report.Bar;
import dev.signalbox.benchmarks.report.Finding;
import dev.signalbox.benchmarks.workload.Client;
import dev.signalbox.benchmarks.workload.Destination;
import dev.signalbox.benchmarks.workload.Ledger;
import dev.signalbox.benchmarks.workload.Outlet;
import dev.signalbox.benchmarks.workload.Workload;
import dev.signalbox.core.coordination.CoordinationException;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** What a dead Kafka cluster costs messages that do not need it, while others that do wait in the same table. */
final class Clusters {
    private static final String NAME = "clusters";
    private static final Bar BAR = Bar.atLeast(0.9);

    private final Arena arena;

    Clusters(Arena arena) {
        this.arena = arena;
    }

    List<Finding> measure() throws IOException, SQLException, CoordinationException, InterruptedException {
        Plan plan = arena.plan();
        Optional<Contestant> contestant = plan.database().ofTwoTypes().filter(this::isWanted);
        if (contestant.isEmpty() || !plan.destinations().contains(Destination.KAFKA)) {
            return List.of();
        }
        int rows = plan.rowsFor(Destination.KAFKA);
        Ledger unread = Ledger.of(arena.clock(), rows, rows);
        try (Outlet alive = arena.destinations()
                        .open(Destination.KAFKA, Client.SIGNALBOX, Outlet.Reading.AFTERWARDS, unread);
                Outlet dead = arena.destinations().openDeadKafka()) {
            return List.of(match(
                    routing(contestant.get(), new TwoClusters("alive", alive.sink())),
                    routing(contestant.get(), new TwoClusters("dead", dead.sink())),
                    rows));
        }
    }

    private boolean isWanted(Contestant contestant) {
        return arena.plan().contestants().stream()
                .anyMatch(chosen -> chosen.key().equals(contestant.key()));
    }

    private Competitor routing(Contestant contestant, TwoClusters clusters) {
        return new SignalboxNodes(contestant, arena.plan().engine(), 1).routing(clusters);
    }

    private Finding match(Competitor healthy, Competitor hurt, int rows)
            throws IOException, SQLException, CoordinationException, InterruptedException {
        String subject = "own table, second cluster dead against alive";
        Race.Course course = new Race.Course(Destination.KAFKA, rows, Workload.usualOf(rows), true);
        arena.notebook()
                .say("%n%s: %s, %,d rows, %,d of them for the first".formatted(NAME, subject, rows, course.target()));
        Race race = new Race(arena, NAME, subject);
        Pairs pairs = Pairs.run(
                arena.plan().warmUp(),
                arena.plan().pairs(),
                pair -> race.run(pair, healthy, course),
                pair -> race.run(pair, hurt, course));
        return Ratios.ofRates(NAME, subject, pairs, Optional.of(BAR));
    }
}
