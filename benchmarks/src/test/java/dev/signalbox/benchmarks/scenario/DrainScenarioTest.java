package dev.signalbox.benchmarks.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.signalbox.benchmarks.competitor.BenchConfiguration;
import dev.signalbox.benchmarks.competitor.Competitor;
import dev.signalbox.benchmarks.competitor.Databases;
import dev.signalbox.benchmarks.competitor.EngineSettings;
import dev.signalbox.benchmarks.competitor.Progress;
import dev.signalbox.benchmarks.database.BenchServer;
import dev.signalbox.benchmarks.database.BenchTable;
import dev.signalbox.benchmarks.database.PostgresServer;
import dev.signalbox.benchmarks.report.MeasuredRun;
import dev.signalbox.benchmarks.report.Metric;
import dev.signalbox.benchmarks.report.RunLog;
import dev.signalbox.benchmarks.workload.Destination;
import dev.signalbox.benchmarks.workload.Receivers;
import dev.signalbox.core.sink.Sink;
import dev.signalbox.embedded.process.OpenResources;
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
class DrainScenarioTest {
    private static final int ROWS = 2_000;
    private static final List<BenchConfiguration> ALL = Databases.POSTGRESQL.configurations();
    private static final BenchPlan PLAN = new BenchPlan(
            Databases.POSTGRESQL,
            ALL,
            List.of(Destination.IN_PROCESS),
            1,
            1,
            ROWS,
            Duration.ofSeconds(1),
            Duration.ofSeconds(1),
            Duration.ZERO,
            EngineSettings.DEFAULTS);

    private final StringWriter said = new StringWriter();
    private final OpenResources started = new OpenResources();
    private BenchServer server;
    private BenchContext context;

    @BeforeAll
    void start(@TempDir Path folder) throws Exception {
        server = PostgresServer.startIn(folder, started);
        server.open();
        context = new BenchContext(
                server,
                new Receivers(folder, started),
                PLAN,
                new RunLog(new PrintWriter(said, true), new ArrayList<>()));
    }

    @AfterAll
    void stop() throws Exception {
        try (started) {
            server.close();
        }
    }

    @Test
    void onlyTheRawLoopIsCounted() throws Exception {
        MeasuredRun run = race(ALL.getFirst().baseline(Destination.IN_PROCESS));
        assertThat(run.faults()).isEmpty();
        assertThat(run.get(Metric.STATEMENTS) * ROWS).isBetween(8.0, 12.0);
        assertThat(run.get(Metric.WAL_BYTES)).isGreaterThan(1_000);
    }

    @Test
    void aCompetitorThatDeliversNothingIsNotCompared() {
        assertThatThrownBy(() -> race(new GivesUp())).hasMessageContainingAll("idler delivered nothing", "tired");
    }

    @Test
    void latenciesAreTakenAndNothingIsLostAtASteadyRate() throws Exception {
        assertThat(context.measure("steady")).hasSize(2 * ALL.size());
        assertThat(context.log().runs().stream().filter(run -> run.scenario().equals("steady")))
                .hasSize(4 * ALL.size())
                .allSatisfy(run -> {
                    assertThat(run.faults()).isEmpty();
                    assertThat(run.get(Metric.P50_MILLIS)).isLessThanOrEqualTo(run.get(Metric.MAX_MILLIS));
                });
    }

    private MeasuredRun race(Competitor competitor) throws Exception {
        return new DrainScenario(context).run(1, "test", competitor, Destination.IN_PROCESS, ROWS);
    }

    /** A competitor that does nothing and reports a failure. */
    private static final class GivesUp implements Competitor {
        @Override
        public String name() {
            return "idler";
        }

        @Override
        public BenchTable table() {
            return BenchTable.OWN;
        }

        @Override
        public Running prepare(BenchServer server, Sink sink, Progress progress) {
            return new Running() {
                @Override
                public void start() {
                    progress.over("tired");
                }

                @Override
                public void close() {}
            };
        }
    }
}
