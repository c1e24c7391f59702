package dev.signalbox.benchmarks.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Everything that was measured, for programs. */
public final class JsonReport {
    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private JsonReport() {}

    public static void write(Path file, Map<String, String> settings, List<Run> runs, List<Finding> findings)
            throws IOException {
        write(file, settings, runs, findings, List.of());
    }

    /** With what was seen in between, if anything was. */
    public static void write(
            Path file, Map<String, String> settings, List<Run> runs, List<Finding> findings, List<Sample> samples)
            throws IOException {
        Map<String, Object> report = new LinkedHashMap<>();
        report.put("settings", settings);
        report.put("runs", runs.stream().map(JsonReport::run).toList());
        report.put("findings", findings.stream().map(JsonReport::finding).toList());
        if (!samples.isEmpty()) {
            report.put("samples", samples.stream().map(JsonReport::sample).toList());
        }
        Files.writeString(file, JSON.writeValueAsString(report) + "\n");
    }

    private static Map<String, Object> figures(Map<Figure, Double> values) {
        Map<String, Object> figures = new LinkedHashMap<>();
        for (Figure figure : Figure.values()) {
            Double value = values.get(figure);
            if (value != null) {
                figures.put(figure.key(), value);
            }
        }
        return figures;
    }

    private static Map<String, Object> sample(Sample sample) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("seconds", sample.seconds());
        fields.put("phase", sample.phase());
        fields.put("figures", figures(sample.figures()));
        return fields;
    }

    private static Map<String, Object> run(Run run) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("scenario", run.scenario());
        fields.put("subject", run.subject());
        fields.put("pair", run.pair());
        fields.put("warm_up", !run.counts());
        fields.put("competitor", run.competitor());
        fields.put("figures", figures(run.figures()));
        fields.put("faults", run.faults());
        return fields;
    }

    private static Map<String, Object> finding(Finding finding) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("scenario", finding.scenario());
        fields.put("subject", finding.subject());
        fields.put("kind", finding.kind().name().toLowerCase(Locale.ROOT));
        fields.put("median", finding.value().median());
        fields.put("min", finding.value().least());
        fields.put("max", finding.value().most());
        fields.put("count", finding.value().count());
        finding.bar().ifPresent(bar -> fields.put("bar", bar.toString()));
        finding.reached().ifPresent(reached -> fields.put("reached", reached));
        fields.put("ours", finding.ours());
        fields.put("rival", finding.rival());
        return fields;
    }
}
