package dev.signalbox.benchmarks.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.benchmarks.competitor.Competitor;
import dev.signalbox.benchmarks.competitor.Contestant;
import dev.signalbox.benchmarks.competitor.Database;
import dev.signalbox.benchmarks.competitor.Databases;
import dev.signalbox.benchmarks.competitor.EngineSettings;
import dev.signalbox.benchmarks.competitor.SignalboxNodes;
import dev.signalbox.benchmarks.database.BenchServer;
import dev.signalbox.benchmarks.database.Operator;
import dev.signalbox.benchmarks.report.Figure;
import dev.signalbox.benchmarks.report.Run;
import dev.signalbox.benchmarks.workload.Destination;
import dev.signalbox.benchmarks.workload.Destinations;
import dev.signalbox.core.time.Clock;
import dev.signalbox.testkit.server.RequiredServer;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MariaDbRaceTest {
    private static final int ROWS = 2_000;
    private static final Database MARIADB = Databases.byKey("mariadb").orElseThrow();
    private static final Contestant MARK = MARIADB.contestants().getFirst();
    private static final EngineSettings ENGINE = new EngineSettings(Duration.ofMillis(50), true);
    private static final Plan PLAN = new Plan(
            MARIADB,
            MARIADB.contestants(),
            true,
            List.of(Destination.IN_PROCESS),
            1,
            1,
            new Plan.Rows(ROWS, ROWS, 2 * ROWS, 500),
            new Plan.Times(Duration.ofSeconds(1), Duration.ofSeconds(1), Duration.ZERO, Duration.ofSeconds(1)),
            ENGINE);

    private BenchServer server;
    private Operator operator;
    private Arena arena;

    @BeforeAll
    void start(@TempDir Path folder) throws Exception {
        RequiredServer.mariaDb("the benchmarks on MariaDB");
        server = MARIADB.startIn(folder);
        operator = server.operator(Clock.SYSTEM);
        arena = new Arena(
                server,
                operator,
                new Destinations(folder, Clock.SYSTEM),
                PLAN,
                new Notebook(new PrintWriter(new StringWriter(), true)),
                Clock.SYSTEM);
    }

    @AfterAll
    void stop() throws Exception {
        if (server != null) {
            operator.close();
            server.close();
        }
    }

    @Test
    void theRawLoopRewritesEachRowTwiceAndNobodyElseIsCounted() throws Exception {
        Run run = race(MARK.rival(Destination.IN_PROCESS));
        assertThat(run.faults()).isEmpty();
        assertThat(run.get(Figure.UPDATED)).isEqualTo(2);
        assertThat(run.get(Figure.INSERTED)).isZero();
        assertThat(run.get(Figure.STATEMENTS) * ROWS).isBetween(12.0, 16.0);
        assertThat(run.get(Figure.TRANSACTIONS) * ROWS).isBetween(8.0, 12.0);
        assertThat(run.get(Figure.WAL_BYTES)).isGreaterThan(500);
        assertThat(run.figures()).doesNotContainKey(Figure.HOT_UPDATED);
    }

    @Test
    void aSecondNodeDisturbsNothing() throws Exception {
        assertThat(race(new SignalboxNodes(MARK, ENGINE, 2)).faults()).isEmpty();
    }

    @Test
    void latenciesAreTakenAndTheWritersStatementsAreNotOurs() throws Exception {
        assertThat(new Steady(arena).measure())
                .hasSize(2 * MARIADB.contestants().size());
        assertThat(arena.notebook().runs().stream().filter(run -> run.scenario().equals("steady")))
                .hasSize(4 * MARIADB.contestants().size())
                .allSatisfy(run -> {
                    assertThat(run.faults()).isEmpty();
                    assertThat(run.get(Figure.P50_MILLIS)).isPositive();
                    assertThat(run.get(Figure.WRITTEN_RATE)).isLessThan(250);
                    assertThat(run.figures()).doesNotContainKey(Figure.STATEMENTS);
                });
    }

    @Test
    void anIdleRelayAsksLittleAndThatIsCounted() throws Exception {
        assertThat(new Idle(arena).measure())
                .hasSize(MARIADB.contestants().size())
                .allSatisfy(finding -> assertThat(finding.value().median()).isBetween(0.5, 200.0));
    }

    @Test
    void theBacklogIsComparedWithTheRawLoops() throws Exception {
        assertThat(new Backlog(arena).measure()).hasSize(MARIADB.contestants().size());
        assertThat(arena.notebook().runs())
                .allSatisfy(run -> assertThat(run.faults()).isEmpty());
    }

    private Run race(Competitor competitor) throws Exception {
        return new Race(arena, "test", "test").run(1, competitor, Race.Course.all(Destination.IN_PROCESS, ROWS));
    }
}
