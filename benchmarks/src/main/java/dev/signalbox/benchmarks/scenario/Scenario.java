package dev.signalbox.benchmarks.scenario;

import dev.signalbox.benchmarks.competitor.Database;
import dev.signalbox.benchmarks.report.ScenarioResult;
import dev.signalbox.core.coordination.CoordinationException;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;

/** A scenario of the benchmark. */
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

    public List<ScenarioResult> measure(BenchContext context)
            throws IOException, SQLException, CoordinationException, InterruptedException {
        return switch (this) {
            case DRAIN -> new DrainScenarios(context).drain();
            case STEADY -> new SteadyScenario(context).measure();
            case IDLE -> new IdleScenario(context).measure();
            case BACKLOG -> new BacklogScenario(context).measure();
            case NODES -> new DrainScenarios(context).nodes();
            case FAN_OUT -> new DrainScenarios(context).fanOut();
            case CLUSTERS -> new DrainScenarios(context).clusters();
        };
    }

    /** Its name on the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
