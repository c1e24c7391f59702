package dev.signalbox.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.benchmarks.database.BenchServer;
import dev.signalbox.embedded.mysql.LocalMySql;
import dev.signalbox.testkit.server.RequiredServer;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@Tag("slow")
class MariaDbBenchCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @BeforeAll
    static void look() {
        RequiredServer.mariaDb("the benchmarks on MariaDB");
    }

    @Test
    void everybodyDeliversEverythingOnceAndInOrderOnADurableServer(@TempDir Path folder) throws Exception {
        Path json = folder.resolve("bench.json");
        int code = run(("drain --database mariadb --sink in-process,http --rows 2000 --pairs 1 --warm-up 1 --data "
                        + folder + " --json " + json)
                .split(" "));
        assertThat(code).as(out + "\n" + err).isZero();
        assertThat(out.toString()).contains("private MariaDB");
        JsonNode report = JsonMapper.shared().readTree(Files.readString(json));
        JsonNode settings = report.path("settings");
        assertThat(settings.path("innodb_flush_log_at_trx_commit").asString()).isEqualTo("1");
        assertThat(settings.path("innodb_buffer_pool_size").asString()).isEqualTo("1073741824");
        assertThat(settings.path("version").asString()).contains("MariaDB");
        assertThat(report.path("runs")
                        .valueStream()
                        .map(run -> run.path("competitor").asString())
                        .distinct())
                .containsExactlyInAnyOrder(
                        "raw claim-and-complete",
                        "mark on seed table",
                        "own on seed table",
                        "raw read-and-delete",
                        "own table");
        assertThat(report.path("runs").valueStream()).hasSize(24).allSatisfy(run -> {
            assertThat(run.path("faults").isEmpty()).isTrue();
            assertThat(run.path("metrics").path("STATEMENTS").asDouble()).isPositive();
        });
        assertThat(report.path("results").size()).isEqualTo(6);
    }

    @Test
    void aServerThatIsNamedIsLeftAsItWas(@TempDir Path folder) throws Exception {
        try (LocalMySql server = LocalMySql.start(folder)) {
            int code = run(
                    "drain",
                    "--rows",
                    "400",
                    "--pairs",
                    "1",
                    "--warm-up",
                    "1",
                    "--sink",
                    "in-process",
                    "--url",
                    server.url("mysql"),
                    "--username",
                    LocalMySql.USER);
            assertThat(code).as(out + "\n" + err).isZero();
            try (Connection connection = DriverManager.getConnection(server.url("mysql"), LocalMySql.USER, "");
                    Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery("SHOW DATABASES LIKE '" + BenchServer.SCHEMA + "'")) {
                assertThat(rows.next()).isFalse();
            }
        }
        assertThat(out.toString()).doesNotContain("private MariaDB");
    }

    private int run(String... arguments) {
        return BenchCommand.run(new PrintWriter(out, true), new PrintWriter(err, true), arguments);
    }
}
