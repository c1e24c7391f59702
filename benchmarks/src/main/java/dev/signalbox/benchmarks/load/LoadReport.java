package dev.signalbox.benchmarks.load;

import dev.signalbox.benchmarks.load.LatencyHistogram.Percentiles;
import dev.signalbox.benchmarks.report.JsonReport;
import dev.signalbox.benchmarks.report.TextTable;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** The report of a run, as text and as JSON. */
record LoadReport(LoadResult result) {
    void print(PrintWriter out) {
        out.println();
        out.printf(
                Locale.ROOT,
                "Made %,d orders in %.1f s; times in ms, without the warm-up: answers from when the request was due,"
                        + " events from the transaction to a reader of Kafka%n",
                result.counters().accepted().sum(),
                result.seconds());
        TextTable table = new TextTable("", "count", "p50", "p95", "p99", "max");
        latencies().forEach((name, times) -> {
            if (times.count() > 0 || !name.equals("events")) {
                table.add(
                        name,
                        String.format(Locale.ROOT, "%,d", times.count()),
                        millis(times.p50()),
                        millis(times.p95()),
                        millis(times.p99()),
                        millis(times.max()));
            }
        });
        table.lines().forEach(out::println);
        out.printf(Locale.ROOT, "Answers: %s; dropped: %,d%n", answers(), result.dropped());
        out.println(
                result.check().map(LoadReport::events).orElse("Events were not checked: --kafka says where they are."));
        out.println(result.sums().map(LoadReport::sums).orElse("Sums were not compared."));
        printTrend(out);
        for (LoadPlan.Limit limit : result.plan().limits()) {
            out.println(limit.isKept(result) ? "kept: " + limit.option() : "MISSED: " + limit.exceeded(result));
        }
        result.faults().forEach(fault -> out.println("FAULT: " + fault));
    }

    private Map<String, Percentiles> latencies() {
        Map<String, Percentiles> latencies = new LinkedHashMap<>();
        latencies.put("all answers", result.answers());
        latencies.put("new orders", result.counters().creations().all());
        latencies.put("changes of orders", result.counters().changes().all());
        latencies.put("events", result.events());
        return latencies;
    }

    private String answers() {
        Map<String, Long> labels = result.counters().labels();
        return labels.isEmpty()
                ? "none"
                : labels.entrySet().stream()
                        .map(entry -> entry.getKey() + " × " + String.format(Locale.ROOT, "%,d", entry.getValue()))
                        .collect(Collectors.joining(", "));
    }

    private static String events(OrderEventCheck.Result check) {
        String text = String.format(
                Locale.ROOT,
                "Events: %,d promised, %,d arrived, %,d missing, %,d orders with events out of order, %,d duplicates.",
                check.totals().promised(),
                check.totals().arrived(),
                check.missing(),
                check.overtaken(),
                check.totals().duplicates());
        if (!check.timed()) {
            text += " The order between the topics was not checked: they have no message.timestamp.type=LogAppendTime.";
        }
        if (check.uncertain() > 0) {
            text += " The result of requests of " + check.uncertain() + " orders is unknown.";
        }
        return text;
    }

    private static String sums(SumComparison sums) {
        return sums.equal()
                ? String.format(
                        Locale.ROOT,
                        "Sums: the consumer's are those of the service, %.1f s after the last event.",
                        sums.after().toMillis() / 1000.0)
                : "Sums: they DIFFER.";
    }

    private void printTrend(PrintWriter out) {
        switch (result.plan().scenario()) {
            case CREATE -> {}
            case SPIKE -> {
                double seconds = result.recoverySeconds();
                out.println("After the spike: backlog and p99 of the answers were as before "
                        + (Double.isInfinite(seconds)
                                ? "NEVER in this run."
                                : String.format(Locale.ROOT, "after %.1f s.", seconds)));
            }
            case SOAK -> {
                List<SampleTrend.Drift> drifts = SampleTrend.drifts(result.samples());
                out.println(
                        drifts.isEmpty()
                                ? "Drift: too few samples to say."
                                : "Drift (medians of the first and the last third):");
                drifts.forEach(drift -> out.println("  " + drift));
            }
        }
    }

    void write(Path file, Map<String, String> settings) throws IOException {
        Map<String, Object> report = new LinkedHashMap<>();
        report.put("settings", settings);
        report.put(
                "runs",
                latencies().entrySet().stream()
                        .map(entry -> run(entry.getKey(), entry.getValue()))
                        .toList());
        report.put(
                "findings", result.plan().limits().stream().map(this::finding).toList());
        report.put("samples", result.samples());
        JsonReport.write(file, report);
    }

    private Map<String, Object> run(String subject, Percentiles times) {
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("timed", times.count());
        figures.put("p50_millis", times.p50());
        figures.put("p95_millis", times.p95());
        figures.put("p99_millis", times.p99());
        figures.put("max_millis", times.max());
        boolean all = subject.equals("all answers");
        if (all) {
            double seconds = result.seconds();
            long accepted = result.counters().accepted().sum();
            figures.put("orders_rate", seconds == 0 ? 0 : accepted / seconds);
            figures.put("errors", result.errors());
            figures.put("dropped", result.dropped());
            figures.put("duplicates", result.duplicates());
        }
        return Map.of(
                "scenario",
                result.plan().scenario().toString(),
                "subject",
                subject,
                "figures",
                figures,
                "faults",
                all ? result.faults() : List.of());
    }

    private Map<String, Object> finding(LoadPlan.Limit limit) {
        return Map.of(
                "subject", limit.option(),
                "median", limit.value().applyAsDouble(result),
                "bar", "≤ " + limit.most() + limit.unit(),
                "reached", limit.isKept(result));
    }

    private static String millis(double value) {
        return String.format(Locale.ROOT, "%,.1f", value);
    }
}
