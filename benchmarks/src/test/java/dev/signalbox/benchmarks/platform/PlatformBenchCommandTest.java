package dev.signalbox.benchmarks.platform;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class PlatformBenchCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "race               | unknown scenario 'race': there is ingest, posts, latency, drain, dead-target",
                "ingest --pairs 0   | --pairs must be 1 to 100, not 0",
                "backlog --backlog 9 | --backlog must be at least 20000",
                "idle --seconds x   | Invalid value for option '--seconds'",
                "ingest --fast      | Unknown option: '--fast'"
            })
    void badArgumentsGiveOneLine(String arguments, String said) {
        assertThat(run(arguments.split(" "))).isEqualTo(2);
        assertThat(err.toString().lines()).singleElement().asString().contains(said, "--help");
        assertThat(out.toString()).isEmpty();
    }

    /** Asserts no figure, only that both store all rows: any fault makes the exit code 1. */
    @Test
    @Tag("slow")
    void thePlatformAndTheRawLoopStoreTheSameRows(@TempDir Path folder) throws Exception {
        JsonNode report = measure(folder, "ingest");
        assertThat(report.path("settings").path("fsync").asString()).isEqualTo("on");
        assertThat(report.path("results").size()).isEqualTo(2);
        assertThat(report.path("runs").valueStream()).hasSize(2).allSatisfy(run -> {
            assertThat(run.path("faults").isEmpty()).isTrue();
            assertThat(run.path("metrics").path("STATEMENTS").asDouble()).isPositive();
        });
    }

    @Test
    @Tag("slow")
    void everyScenarioEndsWithoutFaults(@TempDir Path folder) throws Exception {
        assertThat(measure(folder, "all").path("results").size()).isEqualTo(14);
    }

    private JsonNode measure(Path folder, String scenario) throws Exception {
        Path json = folder.resolve("bench.json");
        int code = run(scenario, "--quick", "--data", folder.toString(), "--json", json.toString());
        assertThat(code).as(out + "\n" + err).isZero();
        return JsonMapper.shared().readTree(Files.readString(json));
    }

    private int run(String... arguments) {
        return PlatformBenchCommand.run(new PrintWriter(out, true), new PrintWriter(err, true), arguments);
    }
}
