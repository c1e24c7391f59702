package dev.signalbox.benchmarks.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.benchmarks.competitor.Competitor;
import dev.signalbox.benchmarks.competitor.Contestant;
import dev.signalbox.benchmarks.competitor.Database;
import dev.signalbox.benchmarks.competitor.Databases;
import dev.signalbox.benchmarks.competitor.EngineSettings;
import dev.signalbox.benchmarks.competitor.SignalboxNodes;
import dev.signalbox.benchmarks.database.BenchServer;
import dev.signalbox.benchmarks.database.DatabaseControlSession;
import dev.signalbox.benchmarks.report.MeasuredRun;
import dev.signalbox.benchmarks.report.Metric;
import dev.signalbox.benchmarks.workload.Destination;
import dev.signalbox.benchmarks.workload.ReceiverFactory;
import dev.signalbox.core.time.Clock;
import dev.signalbox.testkit.server.RequiredServer;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MariaDbDrainRunTest {
    private static final int ROWS = 2_000;
    private static final Database MARIADB = Databases.byKey("mariadb").orElseThrow();
    private static final Contestant MARK = MARIADB.contestants().getFirst();
    private static final EngineSettings ENGINE = new EngineSettings(Duration.ofMillis(50), true);
    private static final BenchPlan PLAN = new BenchPlan(
            MARIADB,
            MARIADB.contestants(),
            true,
            List.of(Destination.IN_PROCESS),
            1,
            1,
            new BenchPlan.Rows(ROWS, ROWS, 2 * ROWS, 500),
            new BenchPlan.Times(Duration.ofSeconds(1), Duration.ofSeconds(1), Duration.ZERO, Duration.ofSeconds(1)),
            ENGINE);

    private BenchServer server;
    private DatabaseControlSession databaseControlSession;
    private BenchContext context;

    @BeforeAll
    void start(@TempDir Path folder) throws Exception {
        RequiredServer.mariaDb("the benchmarks on MariaDB");
        server = MARIADB.startIn(folder);
        databaseControlSession = server.controlSession(Clock.SYSTEM);
        context = new BenchContext(
                server,
                databaseControlSession,
                new ReceiverFactory(folder, Clock.SYSTEM),
                PLAN,
                new PrintWriter(new StringWriter(), true),
                new ArrayList<>(),
                Clock.SYSTEM);
    }

    @AfterAll
    void stop() throws Exception {
        if (server != null) {
            databaseControlSession.close();
            server.close();
        }
    }

    @Test
    void theRawLoopRewritesEachRowTwiceAndNobodyElseIsCounted() throws Exception {
        MeasuredRun run = race(MARK.rival(Destination.IN_PROCESS));
        assertThat(run.faults()).isEmpty();
        assertThat(run.get(Metric.UPDATED)).isEqualTo(2);
        assertThat(run.get(Metric.INSERTED)).isZero();
        assertThat(run.get(Metric.STATEMENTS) * ROWS).isBetween(12.0, 16.0);
        assertThat(run.get(Metric.TRANSACTIONS) * ROWS).isBetween(8.0, 12.0);
        assertThat(run.get(Metric.WAL_BYTES)).isGreaterThan(500);
        assertThat(run.metrics()).doesNotContainKey(Metric.HOT_UPDATED);
    }

    @Test
    void aSecondNodeDisturbsNothing() throws Exception {
        assertThat(race(new SignalboxNodes(MARK, ENGINE, 2)).faults()).isEmpty();
    }

    @Test
    void latenciesAreTakenAndTheWritersStatementsAreNotOurs() throws Exception {
        assertThat(new SteadyScenario(context).measure())
                .hasSize(2 * MARIADB.contestants().size());
        assertThat(context.runs().stream().filter(run -> run.scenario().equals("steady")))
                .hasSize(4 * MARIADB.contestants().size())
                .allSatisfy(run -> {
                    assertThat(run.faults()).isEmpty();
                    assertThat(run.get(Metric.P50_MILLIS)).isPositive();
                    assertThat(run.get(Metric.WRITTEN_RATE)).isLessThan(250);
                    assertThat(run.metrics()).doesNotContainKey(Metric.STATEMENTS);
                });
    }

    @Test
    void anIdleRelayAsksLittleAndThatIsCounted() throws Exception {
        assertThat(new IdleScenario(context).measure())
                .hasSize(MARIADB.contestants().size())
                .allSatisfy(finding -> assertThat(finding.value().median()).isBetween(0.5, 200.0));
    }

    @Test
    void theBacklogIsComparedWithTheRawLoops() throws Exception {
        assertThat(new BacklogScenario(context).measure())
                .hasSize(MARIADB.contestants().size());
        assertThat(context.runs()).allSatisfy(run -> assertThat(run.faults()).isEmpty());
    }

    private MeasuredRun race(Competitor competitor) throws Exception {
        return DrainRun.all(context, "test", "test", Destination.IN_PROCESS, ROWS)
                .run(1, competitor);
    }
}
