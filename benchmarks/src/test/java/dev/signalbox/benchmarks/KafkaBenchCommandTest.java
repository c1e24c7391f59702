package dev.signalbox.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Asserts no figure, only that the topic contains all messages once and in order: any fault makes the exit code 1. */
class KafkaBenchCommandTest {
    @TempDir
    private Path folder;

    @Test
    @Tag("slow")
    void theTableIsDeliveredOnceAndInOrder() throws Exception {
        JsonNode report = bench("drain", "--table", "table", "--rows", "2000");
        assertThat(report.path("settings").path("Kafka").asString()).contains("4 partitions");
        assertThat(report.path("runs")
                        .valueStream()
                        .map(run -> run.path("competitor").asString())
                        .distinct())
                .containsExactlyInAnyOrder("raw delete-returning", "own table");
        assertThat(report.path("results").valueStream())
                .singleElement()
                .satisfies(result ->
                        assertThat(result.path("bar").path("limit").asDouble()).isEqualTo(0.8));
    }

    @Test
    @Tag("slow")
    void theLogIsDeliveredOnceAndInOrder() throws Exception {
        JsonNode report = bench("drain", "--table", "log,log-group", "--rows", "2000");
        assertThat(report.path("results").valueStream()).hasSize(2);
    }

    @Test
    @Tag("slow")
    void latenciesEndWhenAConsumerHasTheRecord() throws Exception {
        JsonNode report = bench("steady", "--table", "table", "--seconds", "1");
        assertThat(report.path("runs").valueStream())
                .hasSize(4)
                .allSatisfy(
                        run -> assertThat(run.path("metrics").path("P50_MILLIS").asDouble())
                                .isPositive());
    }

    private JsonNode bench(String scenario, String... more) throws Exception {
        Path json = folder.resolve("bench.json");
        StringWriter said = new StringWriter();
        PrintWriter writer = new PrintWriter(said, true);
        String[] arguments = Stream.concat(
                        Stream.of(
                                scenario,
                                "--quick",
                                "--sink",
                                "kafka",
                                "--data",
                                folder.toString(),
                                "--json",
                                json.toString()),
                        Stream.of(more))
                .toArray(String[]::new);
        assertThat(BenchCommand.run(writer, writer, arguments))
                .as(said.toString())
                .isZero();
        return JsonMapper.shared().readTree(Files.readString(json));
    }
}
