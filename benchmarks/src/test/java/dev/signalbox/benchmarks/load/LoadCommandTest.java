package dev.signalbox.benchmarks.load;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class LoadCommandTest {
    private static final String TARGET = "--target http://127.0.0.1:9 ";

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "storm                        | unknown scenario 'storm': there is create, spike, and soak",
                "create --rate fast           | --rate 'fast' is no rate such as 200/s, 0.5/s or 30/m",
                "create --rate 50000/s        | --rate must be 0.1 to 20000 a second, not 50000/s",
                "create --duration 3          | --duration '3' is no time such as 500ms, 30s, 5m or 1h",
                "soak --rate 20000 --duration 1h | --rate 20000 for --duration 1h: 72,100,000 orders are too many",
                "create --times 5             | --times is for spike, not for create",
                "spike --duration 15s         | --duration 15s must be at least twice --spike 10s",
                "create --advance 101         | --advance must be 0 to 100, not '101'",
                "create --in-flight 0         | --in-flight must be 1 to 10000, not '0'",
                "create --max-p99 60          | --max-p99 '60' is no time such as",
                "create --max-errors -1       | --max-errors must be 0 to 999999999, not '-1'",
                "create --max-recovery 5s     | --max-recovery is for spike, not for create",
                "create --fail-on-drift       | --fail-on-drift is for soak, not for create",
                "create --max-duplicates 0    | --max-duplicates with --target needs --kafka",
                "create --json /no/such/x     | --json: '/no/such/x' cannot be a file",
                "create --fast                | unknown argument '--fast'"
            })
    void aWrongValueIsNamedWithWhatIsAllowed(String arguments, String said) {
        assertThat(run((TARGET + arguments).split(" "))).isEqualTo(2);
        assertThat(err.toString().lines()).hasSize(2);
        assertThat(err.toString()).contains(said, "see ./signalbox load --help");
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void allThatIsWrongIsSaidAtOnce() {
        assertThat(run("storm", "--rate", "x", "--duration", "y", "--kafka", "z:1", "--orders", "/no/such.jar"))
                .isEqualTo(2);
        assertThat(err.toString())
                .contains(
                        "unknown scenario 'storm'",
                        "--rate 'x'",
                        "--duration 'y'",
                        "--kafka is for a service that --target names",
                        "the packaged orders example is not at '/no/such.jar'");
    }

    @Test
    void anotherMachineIsOnlyTakenWhenItIsMeant() {
        assertThat(run("--target", "http://192.0.2.1:8080")).isEqualTo(2);
        assertThat(err.toString())
                .contains("--target 'http://192.0.2.1:8080' is not on this machine: say --allow-remote if you mean it");
    }

    @Test
    void helpNamesEveryScenarioAndOption() {
        assertThat(run("--help")).isZero();
        assertThat(out.toString())
                .contains("create", "spike", "soak", "--rate", "--duration", "--target", "--kafka", "--consumer")
                .contains(
                        "--allow-remote", "--max-p99", "--max-event-p99", "--max-errors", "--fail-on-drift", "--json");
    }

    @Test
    void anExistingServiceIsDrivenAndItsAnswersAreCounted(@TempDir Path folder) throws IOException {
        AtomicInteger requests = new AtomicInteger();
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/api/orders", exchange -> everyTenthFails(exchange, requests.incrementAndGet()));
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.start();
        Path json = folder.resolve("load.json");
        try {
            int code = run(("create --rate 100/s --duration 1s --warm-up 0s --advance 0 --interval 200ms --max-errors 5"
                            + " --max-dropped 0 --target http://127.0.0.1:"
                            + server.getAddress().getPort() + " --json " + json)
                    .split(" "));
            assertThat(code).as(out + " " + err).isEqualTo(1);
        } finally {
            server.stop(0);
        }
        assertThat(out.toString())
                .contains(
                        "Answers: 201 × 90, 503 × 10; dropped: 0", "Events were not checked", "Sums were not compared")
                .contains("kept: --max-dropped", "MISSED: --max-errors: 10 is more than 5")
                .doesNotContain("FAULT");
        JsonNode report = JsonMapper.shared().readTree(Files.readString(json));
        assertThat(report.path("findings").path(0).path("reached").asBoolean()).isFalse();
        assertThat(report.path("runs").path(0).path("figures").path("errors").asInt())
                .isEqualTo(10);
        assertThat(report.path("samples").size()).isGreaterThanOrEqualTo(3);
    }

    private static void everyTenthFails(HttpExchange exchange, int number) throws IOException {
        exchange.getRequestBody().readAllBytes();
        exchange.getResponseHeaders().add("Location", "/api/orders/" + number);
        exchange.sendResponseHeaders(number % 10 == 0 ? 503 : 201, -1);
        exchange.close();
    }

    private int run(String... arguments) {
        return LoadCommand.run(
                new PrintWriter(out, true), new PrintWriter(err, true), new CountDownLatch(1), arguments);
    }
}
