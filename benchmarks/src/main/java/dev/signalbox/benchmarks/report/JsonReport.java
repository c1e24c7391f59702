package dev.signalbox.benchmarks.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Writes all measurements as JSON. */
public final class JsonReport {
    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private JsonReport() {}

    public static void write(
            Path file, Map<String, String> settings, List<MeasuredRun> runs, List<ScenarioResult> results)
            throws IOException {
        Map<String, Object> report = new LinkedHashMap<>();
        report.put("settings", settings);
        report.put("runs", runs.stream().map(JsonReport::run).toList());
        report.put("findings", results.stream().map(JsonReport::result).toList());
        write(file, report);
    }

    public static void write(Path file, Map<String, Object> report) throws IOException {
        Files.writeString(file, JSON.writeValueAsString(report) + "\n");
    }

    private static Map<String, Object> run(MeasuredRun run) {
        Map<String, Object> figures = new LinkedHashMap<>();
        // Sorted by the order of the metrics
        Map<Metric, Double> sorted = new EnumMap<>(Metric.class);
        sorted.putAll(run.metrics());
        sorted.forEach((metric, value) -> figures.put(metric.name().toLowerCase(Locale.ROOT), value));
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("scenario", run.scenario());
        fields.put("subject", run.subject());
        fields.put("pair", run.pair());
        fields.put("warm_up", !run.counts());
        fields.put("competitor", run.competitor());
        fields.put("figures", figures);
        fields.put("faults", run.faults());
        return fields;
    }

    private static Map<String, Object> result(ScenarioResult result) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("scenario", result.scenario());
        fields.put("subject", result.subject());
        fields.put("kind", result.unit().name().toLowerCase(Locale.ROOT));
        fields.put("median", result.value().median());
        fields.put("min", result.value().least());
        fields.put("max", result.value().most());
        fields.put("count", result.value().count());
        result.bar().ifPresent(bar -> fields.put("bar", bar.toString()));
        result.reached().ifPresent(reached -> fields.put("reached", reached));
        fields.put("ours", result.ours());
        fields.put("rival", result.rival());
        return fields;
    }
}
