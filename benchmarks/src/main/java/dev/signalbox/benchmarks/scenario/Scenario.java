package dev.signalbox.benchmarks.scenario;

import dev.signalbox.benchmarks.competitor.Database;
import dev.signalbox.benchmarks.report.Finding;
import dev.signalbox.core.coordination.CoordinationException;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;

/** One thing that is measured. */
public enum Scenario {
    DRAIN("Drain: rows wait, and are delivered and recorded as delivered as fast as possible"),
    STEADY("Steady: %,d rows a second, each in its own transaction; milliseconds from commit to arrival"),
    IDLE("Idle: nothing waits; what the relay still asks of the server"),
    BACKLOG("Backlog: the first deliveries with few rows waiting, and with many"),
    NODES("Nodes: the same drain by one node and by two"),
    FAN_OUT("Fan-out: one event log delivered by one publisher and by ten, each of which delivers everything"),
    CLUSTERS(
            "Clusters: a drain to one Kafka cluster while another one, which every 20th group needs, is alive and dead");

    private final String headline;

    Scenario(String headline) {
        this.headline = headline;
    }

    public String headline(Database database) {
        return headline.formatted(database.steady().perSecond());
    }

    /** Measures, and says what came out. */
    public List<Finding> measure(Arena arena)
            throws IOException, SQLException, CoordinationException, InterruptedException {
        return switch (this) {
            case DRAIN -> new Drain(arena).measure();
            case STEADY -> new Steady(arena).measure();
            case IDLE -> new Idle(arena).measure();
            case BACKLOG -> new Backlog(arena).measure();
            case NODES -> new Nodes(arena).measure();
            case FAN_OUT -> new FanOut(arena).measure();
            case CLUSTERS -> new Clusters(arena).measure();
        };
    }
}
