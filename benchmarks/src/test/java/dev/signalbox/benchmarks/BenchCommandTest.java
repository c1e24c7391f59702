package dev.signalbox.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.benchmarks.database.BenchServer;
import dev.signalbox.benchmarks.database.PostgresServer;
import dev.signalbox.embedded.process.OpenResources;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class BenchCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "race                          | unknown scenario 'race': there is drain, steady, idle",
                "drain --table mine            | unknown --table 'mine': there is mark, own, table, event-outbox, log, log-group",
                "drain --sink amqp             | unknown --sink 'amqp': there is in-process, http, kafka, rabbitmq",
                "drain --pairs 0               | --pairs must be 1 to 100, not 0",
                "drain --rows many             | Invalid value for option '--rows'",
                "drain --rows 3                | --rows must be 4 to 10000000, not 3",
                "steady --seconds 0            | --seconds must be 1 to 3600, not 0",
                "drain --png x                 | Unknown option: '--png'; there is --json, -h, --help, --table",
                "drain --url mysql://x         | url must begin with jdbc:postgresql:",
                "drain --database oracle       | unknown --database 'oracle': there is postgresql, mariadb, mysql",
                "drain --database mysql        | --database mysql needs a running server: name it by --url",
                "drain --database mysql --url jdbc:oracle:x | url must begin with jdbc:mysql: or jdbc:mariadb:",
                "drain --database mariadb --table log | unknown --table 'log': there is mark, own, table",
                "drain --username me           | --username is for a server that --url names",
                "drain --json /no/such/folder/x | --json: '/no/such/folder/x' cannot be a file",
                "drain --fast                  | Unknown option: '--fast'"
            })
    void badArgumentsGiveOneLine(String arguments, String said) {
        assertThat(run(arguments.split(" "))).isEqualTo(2);
        assertThat(err.toString().lines()).singleElement().asString().contains(said, "--help");
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void helpNamesEveryOption() {
        assertThat(run("--help")).isZero();
        assertThat(out.toString())
                .contains(
                        "log-group",
                        "--table",
                        "--sink",
                        "--pairs",
                        "--rows",
                        "--no-wake-ups",
                        "--quick",
                        "--json",
                        "--url",
                        "--username");
    }

    @Test
    void aServerThatIsAwayIsToldInOneLine() {
        assertThat(run("idle", "--url", "jdbc:postgresql://127.0.0.1:9/none", "--username", "nobody"))
                .isEqualTo(1);
        assertThat(err.toString().lines()).singleElement().asString().contains("cannot go on");
    }

    /**
     * Asserts no figure, only that each competitor delivers all messages once and in order: any fault makes the exit code
     * 1.
     */
    @Test
    @Tag("slow")
    void everybodyDeliversEverythingOnceAndInOrder(@TempDir Path folder) throws Exception {
        Path json = folder.resolve("bench.json");
        int code = run(
                ("drain --sink in-process,http --rows 2000 --pairs 1 --warm-up 1 --data " + folder + " --json " + json)
                        .split(" "));
        assertThat(code).as(out + "\n" + err).isZero();
        JsonNode report = JsonMapper.shared().readTree(Files.readString(json));
        assertThat(report.path("settings").path("fsync").asString()).isEqualTo("on");
        List<String> competitors = report.path("runs")
                .valueStream()
                .map(run -> run.path("competitor").asString())
                .distinct()
                .toList();
        assertThat(competitors)
                .containsExactlyInAnyOrder(
                        "raw claim-and-complete",
                        "raw read-and-publish",
                        "event outbox",
                        "mark on seed table",
                        "own on seed table",
                        "own table",
                        "raw delete-returning",
                        "log, global order",
                        "log, group order",
                        "raw ordered read");
        assertThat(report.path("runs").valueStream()).hasSize(48).allSatisfy(run -> {
            assertThat(run.path("faults").isEmpty()).isTrue();
            assertThat(run.path("metrics").path("STATEMENTS").asDouble()).isPositive();
        });
        assertThat(report.path("results").size()).isEqualTo(12);
    }

    @Test
    @Tag("slow")
    void aServerThatIsNamedIsLeftAsItWas(@TempDir Path folder) throws Exception {
        try (OpenResources started = new OpenResources();
                PostgresServer server = PostgresServer.startIn(folder, started)) {
            int code = run(
                    "drain",
                    "--rows",
                    "400",
                    "--pairs",
                    "1",
                    "--sink",
                    "in-process",
                    "--url",
                    server.connection().url(),
                    "--username",
                    server.connection().username(),
                    "--password",
                    server.connection().password());
            assertThat(code).as(out + "\n" + err).isZero();
            try (Connection connection = server.connect();
                    Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery("SELECT to_regnamespace('" + BenchServer.SCHEMA + "')")) {
                row.next();
                assertThat(row.getString(1)).isNull();
            }
        }
        assertThat(out.toString()).doesNotContain("private PostgreSQL");
    }

    private int run(String... arguments) {
        return BenchCommand.run(new PrintWriter(out, true), new PrintWriter(err, true), arguments);
    }
}
