package dev.signalbox.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ReportTest {
    private static final ScenarioResult REACHED = new ScenarioResult(
            "drain",
            "a <table> & \"another\"",
            ScenarioResult.Unit.RATIO,
            new Spread(0.85, 0.8, 0.9, 5),
            Optional.of(Threshold.atLeast(0.8)),
            "17,000/s",
            "raw 20,000/s");
    private static final ScenarioResult MISSED = new ScenarioResult(
            "steady",
            "mark",
            ScenarioResult.Unit.MILLIS,
            new Spread(9, 8, 10, 5),
            Optional.of(Threshold.atMost(7)),
            "p50",
            "raw 5 ms");
    private static final MeasuredRun RUN = new MeasuredRun(
            "drain", "mark", 1, "raw", Map.of(Metric.RATE, 1234.4, Metric.CPU_MICROS, 10.0), List.of("lost 1"));
    private static final MeasuredRun WARM_UP =
            new MeasuredRun("drain", "mark", 0, "raw", Map.of(Metric.RATE, 1.0, Metric.CPU_MICROS, 99.0), List.of());

    @Test
    void theTableSaysWhatWasReached() {
        assertThat(TextReport.results(List.of(REACHED, MISSED)))
                .hasSize(4)
                .anySatisfy(line -> assertThat(line).contains("0.85 ×", "0.80 – 0.90 of 5", "≥ 0.8", "reached"))
                .anySatisfy(line -> assertThat(line).contains("9.00 ms", "≤ 7", "missed"));
    }

    @Test
    void warmUpsDoNotCount() {
        assertThat(TextReport.costs(List.of(WARM_UP, RUN)))
                .hasSize(3)
                .last()
                .asString()
                .contains("1,234", "10.0")
                .doesNotContain("99.0");
    }

    @Test
    void everythingIsInTheFileForPrograms(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("bench.json");
        JsonReport.write(file, Map.of("fsync", "on"), List.of(WARM_UP, RUN), List.of(REACHED));
        JsonNode report = JsonMapper.shared().readTree(Files.readString(file));
        assertThat(report.path("settings").path("fsync").asString()).isEqualTo("on");
        assertThat(report.path("runs").get(0).path("warm_up").asBoolean()).isTrue();
        assertThat(report.path("runs").get(1).path("figures").path("rate").asDouble())
                .isEqualTo(1234.4);
        assertThat(report.path("runs").get(1).path("faults").get(0).asString()).isEqualTo("lost 1");
        assertThat(report.path("findings").get(0).path("reached").asBoolean()).isTrue();
    }
}
