package dev.signalbox.benchmarks.report;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Everything that a benchmark measured, as a table, and for programs as JSON. */
public record BenchReport(Map<String, String> settings, List<MeasuredRun> runs, List<ScenarioResult> results) {
    public void print(PrintWriter out) {
        out.println("\nResults (ratios are medians of the pairs' own ratios)");
        List<List<String>> rows = new ArrayList<>(
                List.of(List.of("scenario", "what", "ours", "against", "median", "min – max", "bar", "")));
        for (ScenarioResult result : results) {
            MedianAndRange value = result.value();
            rows.add(List.of(
                    result.scenario(),
                    result.subject(),
                    result.ours(),
                    result.baseline(),
                    number(value.median()) + " " + result.unit(),
                    number(value.least()) + " – " + number(value.most()) + " of " + value.count(),
                    result.bar().map(Threshold::toString).orElse(""),
                    result.reached().map(good -> good ? "reached" : "missed").orElse("")));
        }
        table(rows).forEach(out::println);
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%,.2f", value);
    }

    /** A Markdown table whose columns are as wide as their widest cell. */
    private static List<String> table(List<List<String>> rows) {
        List<Integer> widths = IntStream.range(0, rows.getFirst().size())
                .mapToObj(column ->
                        rows.stream().mapToInt(row -> row.get(column).length()).reduce(1, Math::max))
                .toList();
        List<String> lines = rows.stream()
                .map(row -> IntStream.range(0, row.size())
                        .mapToObj(column -> row.get(column)
                                + " "
                                        .repeat(widths.get(column)
                                                - row.get(column).length()))
                        .collect(Collectors.joining(" | ", "| ", " |")))
                .collect(Collectors.toCollection(ArrayList::new));
        lines.add(1, widths.stream().map("-"::repeat).collect(Collectors.joining("-|-", "|-", "-|")));
        return lines;
    }
}
