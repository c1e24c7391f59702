package dev.signalbox.benchmarks.scenario;

import dev.signalbox.benchmarks.competitor.Contestant;
import dev.signalbox.benchmarks.competitor.SignalboxNodes;
import dev.signalbox.benchmarks.report.Finding;
import dev.signalbox.benchmarks.workload.Destination;
import dev.signalbox.core.coordination.CoordinationException;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What a second node adds, where several nodes can work at once. */
final class Nodes {
    private static final String NAME = "nodes";

    private final Arena arena;

    Nodes(Arena arena) {
        this.arena = arena;
    }

    List<Finding> measure() throws IOException, SQLException, CoordinationException, InterruptedException {
        Plan plan = arena.plan();
        Drain drain = new Drain(arena);
        List<Finding> findings = new ArrayList<>();
        for (Contestant contestant : plan.contestants()) {
            if (contestant.table().isLog()) {
                continue; // one node has a publisher to itself
            }
            for (Destination destination : plan.destinations()) {
                findings.add(drain.match(
                        NAME,
                        contestant.name() + ", " + destination + ", two nodes against one",
                        new SignalboxNodes(contestant, plan.engine(), 1),
                        new SignalboxNodes(contestant, plan.engine(), 2),
                        destination,
                        plan.rowsFor(contestant, destination),
                        Optional.empty()));
            }
        }
        return findings;
    }
}
