package dev.signalbox.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SignalboxCommandTest {
    private static final String GOOD = """
            outbox-processor.api-base-url=https://api.example.com
            outbox-processor.database-url=jdbc:postgresql://localhost/shop
            outbox-processor.api-token=hunter2
            """;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void helpDescribesTheExitCodes() {
        assertThat(run("--help")).isZero();
        assertThat(out.toString())
                .contains("serve", "config", "Exit codes:")
                .containsPattern("3\\s+stopped after the grace time");
    }

    @Test
    void theVersionIsTheOneOfTheBuild() {
        assertThat(run("--version")).isZero();
        assertThat(out.toString()).matches("signalbox \\d+\\.\\d+.*\\s");
    }

    @Test
    void wrongUsageEndsWithTwo() {
        assertThat(run()).isEqualTo(2);
        assertThat(run("serve")).isEqualTo(2);
        assertThat(run("serve", "--config", "x.yaml", "--port", "70000")).isEqualTo(2);
        assertThat(run("config")).isEqualTo(2);
        assertThat(run("nonsense")).isEqualTo(2);
    }

    @Test
    void aGoodConfigurationIsOk(@TempDir Path folder) throws IOException {
        assertThat(run("config", "check", "--config", file(folder, GOOD))).isZero();
        assertThat(out.toString())
                .contains("relay events: outbox-processor outbox_events -> https://api.example.com/api/events/batch")
                .endsWith("OK" + System.lineSeparator())
                .doesNotContain("hunter2");
    }

    @Test
    void aBadConfigurationEndsWithTwoAndNamesAllThatIsWrong(@TempDir Path folder) throws IOException {
        String bad = file(folder, GOOD + "outbox-processor.max-retries=x\noutbox-processor.databse-url=y\n");

        for (String[] command : new String[][] {{"config", "check", "--config", bad}, {"serve", "--config", bad}}) {
            err.getBuffer().setLength(0);
            assertThat(run(command)).isEqualTo(2);
            assertThat(err.toString())
                    .startsWith("signalbox: configuration ")
                    .contains(
                            "has 2 errors:",
                            "outbox-processor.max-retries",
                            "did you mean outbox-processor.database-url?");
        }
    }

    @Test
    void aPortInUseEndsWithOneAndOneLine(@TempDir Path folder) throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String config = file(folder, "outbox-processor.enabled=false\n");

            assertThat(run("serve", "--config", config, "--port", String.valueOf(taken.getLocalPort())))
                    .isEqualTo(1);
            assertThat(err.toString().lines()).singleElement().asString().contains("is in use by another program");
        }
    }

    private int run(String... arguments) {
        return SignalboxCommand.execute(new PrintWriter(out, true), new PrintWriter(err, true), arguments);
    }

    private static String file(Path folder, String text) throws IOException {
        return Files.writeString(folder.resolve("application.properties"), text).toString();
    }
}
