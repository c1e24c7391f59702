package dev.signalbox.benchmarks.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.benchmarks.competitor.BenchConfiguration;
import dev.signalbox.benchmarks.competitor.Competitor;
import dev.signalbox.benchmarks.competitor.Database;
import dev.signalbox.benchmarks.competitor.Databases;
import dev.signalbox.benchmarks.competitor.EngineSettings;
import dev.signalbox.benchmarks.database.BenchServer;
import dev.signalbox.benchmarks.report.MeasuredRun;
import dev.signalbox.benchmarks.report.Metric;
import dev.signalbox.benchmarks.report.RunLog;
import dev.signalbox.benchmarks.workload.Destination;
import dev.signalbox.benchmarks.workload.Receivers;
import dev.signalbox.embedded.process.OpenResources;
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
class MariaDbScenariosTest {
    private static final int ROWS = 2_000;
    private static final Database MARIADB = Databases.byKey("mariadb").orElseThrow();
    private static final BenchConfiguration MARK = MARIADB.configurations().getFirst();
    private static final EngineSettings ENGINE = new EngineSettings(Duration.ofMillis(50), true);
    private static final BenchPlan PLAN = new BenchPlan(
            MARIADB,
            MARIADB.configurations(),
            List.of(Destination.IN_PROCESS),
            1,
            1,
            ROWS,
            Duration.ofSeconds(1),
            Duration.ofSeconds(1),
            Duration.ZERO,
            ENGINE);

    private final OpenResources started = new OpenResources();
    private BenchServer server;
    private BenchContext context;

    @BeforeAll
    void start(@TempDir Path folder) throws Exception {
        RequiredServer.mariaDb("the benchmarks on MariaDB");
        server = MARIADB.startIn(folder, started);
        server.open();
        context = new BenchContext(
                server,
                new Receivers(folder, started),
                PLAN,
                new RunLog(new PrintWriter(new StringWriter(), true), new ArrayList<>()));
    }

    @AfterAll
    void stop() throws Exception {
        if (server != null) {
            try (started) {
                server.close();
            }
        }
    }

    @Test
    void onlyTheRawLoopIsCounted() throws Exception {
        MeasuredRun run = race(MARK.baseline(Destination.IN_PROCESS));
        assertThat(run.faults()).isEmpty();
        assertThat(run.get(Metric.STATEMENTS) * ROWS).isBetween(12.0, 16.0);
        assertThat(run.get(Metric.WAL_BYTES)).isGreaterThan(500);
    }

    @Test
    void latenciesAreTakenAndTheWritersStatementsAreNotOurs() throws Exception {
        assertThat(context.measure("steady"))
                .hasSize(2 * MARIADB.configurations().size());
        assertThat(context.log().runs().stream().filter(run -> run.scenario().equals("steady")))
                .hasSize(4 * MARIADB.configurations().size())
                .allSatisfy(run -> {
                    assertThat(run.faults()).isEmpty();
                    assertThat(run.get(Metric.P50_MILLIS)).isPositive();
                    assertThat(run.get(Metric.WRITTEN_RATE)).isLessThan(250);
                });
    }

    @Test
    void anIdleRelayAsksLittleAndThatIsCounted() throws Exception {
        assertThat(context.measure("idle"))
                .hasSize(MARIADB.configurations().size())
                .allSatisfy(finding -> assertThat(finding.value().median()).isBetween(0.5, 200.0));
    }

    private MeasuredRun race(Competitor competitor) throws Exception {
        return new DrainScenario(context).run(1, "test", competitor, Destination.IN_PROCESS, ROWS);
    }
}
