package dev.signalbox.benchmarks.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The tables at the end of a benchmark. */
public final class TextReport {
    private static final List<Metric> COSTS =
            Stream.of(Metric.values()).filter(Metric::isPerMessage).toList();

    private TextReport() {}

    public static List<String> results(List<ScenarioResult> results) {
        TextTable table = new TextTable("scenario", "what", "ours", "against", "median", "min – max", "bar", "");
        for (ScenarioResult result : results) {
            Spread value = result.value();
            table.add(
                    result.scenario(),
                    result.subject(),
                    result.ours(),
                    result.rival(),
                    number(value.median()) + result.unit().suffix(),
                    number(value.least()) + " – " + number(value.most()) + " of " + value.count(),
                    result.bar().map(Threshold::toString).orElse(""),
                    result.reached().map(good -> good ? "reached" : "missed").orElse(""));
        }
        return table.lines();
    }

    /** What a message costs: medians of the runs that count; empty if no run measured that. */
    public static List<String> costs(List<MeasuredRun> runs) {
        Map<List<String>, List<MeasuredRun>> groups = new LinkedHashMap<>();
        for (MeasuredRun run : runs) {
            if (run.counts() && run.metrics().containsKey(Metric.CPU_MICROS)) {
                groups.computeIfAbsent(List.of(run.scenario(), run.subject(), run.competitor()), _ -> new ArrayList<>())
                        .add(run);
            }
        }
        if (groups.isEmpty()) {
            return List.of();
        }
        List<String> header = new ArrayList<>(List.of("scenario", "what", "who", Metric.RATE.label()));
        COSTS.forEach(metric -> header.add(metric.label()));
        TextTable table = new TextTable(header.toArray(String[]::new));
        groups.forEach((who, measured) -> {
            List<String> cells = new ArrayList<>(who);
            cells.add(median(measured, Metric.RATE));
            COSTS.forEach(metric -> cells.add(median(measured, metric)));
            table.add(cells.toArray(String[]::new));
        });
        return table.lines();
    }

    private static String median(List<MeasuredRun> runs, Metric metric) {
        List<Double> values = runs.stream()
                .flatMap(run -> Optional.ofNullable(run.metrics().get(metric)).stream())
                .toList();
        return values.isEmpty() ? "–" : metric.shown(Statistics.median(values));
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%,.2f", value);
    }
}
