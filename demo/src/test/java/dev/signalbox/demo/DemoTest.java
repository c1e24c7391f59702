package dev.signalbox.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.demo.examples.ExampleJar;
import dev.signalbox.testkit.server.RequiredServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class DemoTest {
    @BeforeAll
    static void takeTheExampleAsItWasCompiled() throws IOException {
        System.setProperty(ExampleJar.property("orders"), CompiledExample.classPath("orders"));
    }

    @Test
    void aShortRunKeepsAllPromisesAndLeavesNothingBehind() {
        Said said = assertAllPromisesAreKept("postgresql", "PostgreSQL");

        assertThat(said.number("wallet events")).isGreaterThan(100);
        assertThat(said.number("wallet events arrived")).isEqualTo(said.number("wallet events"));
        assertThat(said.text())
                .containsPattern("wallet-events → receiver +active node-1 +position [1-9]")
                .containsPattern("wallet-events to StatisticsPublisher: position [1-9][0-9,]*, lag 0")
                .containsPattern("payment-events to StatisticsPublisher: position [1-9][0-9,]*, lag 0");
        assertThat(said.number("placed by REST")).isPositive();
        assertThat(said.number("their events")).isGreaterThan(said.number("placed by REST"));
        assertThat(said.number("added by the consumer")).isEqualTo(said.number("their events"));
        assertThat(said.number("different sums")).isZero();
        assertThat(said.text())
                .containsPattern("order +curl http://127.0.0.1:[0-9]+/api/orders/1\n")
                .containsPattern("sums +curl http://127.0.0.1:[0-9]+/api/customers/Ada/summary\n")
                .containsPattern(
                        "Kafka events [1-9][0-9]* twice [0-9]+; consumer added [1-9][0-9]* behind 0, sums agree");
    }

    @Test
    void soDoesOneOnMariaDb() {
        RequiredServer.mariaDb("the demo on MariaDB");

        Said said = assertAllPromisesAreKept("mariadb", "MariaDB");

        assertThat(said.text())
                .doesNotContain("wallet")
                .contains("the orders example is left out: it needs PostgreSQL");
    }

    private static Said assertAllPromisesAreKept(String database, String title) {
        Said said = run(
                "--plain", "--database", database, "--duration", "5s", "--rate", "200", "--port", "0", "--nodes", "1");

        assertThat(said.text()).contains("starting " + title);
        assertThat(said.code()).as(said.text()).isZero();
        assertThat(said.number("committed")).isGreaterThan(1000);
        assertThat(said.number("delivered")).isPositive();
        assertThat(said.number("delivered") + said.number("dead-lettered")).isEqualTo(said.number("committed"));
        assertThat(said.number("rolled back")).isPositive();
        assertThat(said.number("lost")).isZero();
        assertThat(said.number("order violations")).isZero();
        assertThat(said.number("sent, never committed")).isZero();
        assertThat(said.text()).contains("All promises were kept.");
        assertNothingIsLeft(said);
        return said;
    }

    @Test
    void aBadOptionIsReportedAndStartsNothing() {
        Said said = run("--rate", "0");

        assertThat(said.code()).isEqualTo(2);
        assertThat(said.text()).contains("--rate must be more than 0").doesNotContain("starting");
        assertThat(run("--nodes", "4").text()).contains("--nodes must be 1 to 3, not 4");
        assertThat(run("--kill-every", "-1").text()).contains("--kill-every must be 0 or more, not -1");
        assertThat(run("--database", "oracle").text())
                .contains("'oracle'", "POSTGRESQL, MARIADB, MYSQL")
                .doesNotContain("starting");
        assertThat(run("--rabbitmq", "--database", "mariadb").text())
                .contains("--rabbitmq needs PostgreSQL, on which the notifications example is, not MariaDB")
                .doesNotContain("starting");
    }

    @Test
    void theHelpNamesTheDatabases() {
        assertThat(run("--help").text())
                .contains("--database", "mariadb", "mysql", "SIGNALBOX_MARIADBD", "SIGNALBOX_MYSQLD")
                .contains("--without-orders")
                .contains("--rabbitmq", "rabbitmq-server");
    }

    private static void assertNothingIsLeft(Said said) {
        Matcher folder = Pattern.compile("logs +(\\S+)/\\*\\.log").matcher(said.text());
        assertThat(folder.find()).isTrue();
        assertThat(Path.of(folder.group(1))).doesNotExist();
        assertThat(DatabaseServers.runningOn(folder.group(1))).isEmpty();
    }

    private static Said run(String... arguments) {
        StringWriter text = new StringWriter();
        try (PrintWriter out = new PrintWriter(text)) {
            int code = Demo.run(out, out, arguments);
            return new Said(code, text.toString());
        }
    }

    private record Said(int code, String text) {
        /** The figure of a line of the summary. */
        long number(String name) {
            Matcher line = Pattern.compile("^  " + Pattern.quote(name) + " +([0-9,]+)", Pattern.MULTILINE)
                    .matcher(text);
            assertThat(line.find()).as(name + " in:\n" + text).isTrue();
            return Long.parseLong(line.group(1).replace(",", ""));
        }
    }
}
