package dev.signalbox.benchmarks.load;

import dev.signalbox.benchmarks.load.traffic.Quantiles;
import dev.signalbox.benchmarks.load.verify.Verdict;
import dev.signalbox.benchmarks.report.Figure;
import dev.signalbox.benchmarks.report.Finding;
import dev.signalbox.benchmarks.report.JsonReport;
import dev.signalbox.benchmarks.report.Run;
import dev.signalbox.benchmarks.report.TextTable;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** What is said of a run at its end. */
final class LoadReport {
    private final Outcome outcome;

    LoadReport(Outcome outcome) {
        this.outcome = outcome;
    }

    void print(PrintWriter out) {
        out.println();
        out.printf(
                Locale.ROOT,
                "Made %,d orders in %.1f s; times in ms, without the warm-up: answers from when the request was due,"
                        + " events from the transaction to a reader of Kafka%n",
                outcome.made(),
                outcome.seconds());
        times().lines().forEach(out::println);
        out.println("Answers: " + answers() + "; dropped: " + String.format(Locale.ROOT, "%,d", outcome.dropped()));
        verified().forEach(out::println);
        recovered().forEach(out::println);
        drifted(out);
        outcome.wishes().thresholds().stream()
                .filter(threshold -> threshold.missed(outcome).isEmpty())
                .forEach(threshold -> out.println("kept: " + threshold.option()));
        outcome.missed().forEach(line -> out.println("MISSED: " + line));
        outcome.faults().forEach(line -> out.println("FAULT: " + line));
    }

    void write(Path file, Map<String, String> facts) throws IOException {
        List<Finding> findings = outcome.wishes().thresholds().stream()
                .map(threshold -> threshold.finding(outcome))
                .toList();
        JsonReport.write(file, facts, runs(), findings, outcome.samples());
    }

    private TextTable times() {
        TextTable table = new TextTable("", "count", "p50", "p95", "p99", "max");
        add(table, "new orders", outcome.times().creations());
        add(table, "changes of orders", outcome.times().changes());
        add(table, "all answers", outcome.answers());
        if (outcome.verdict().isPresent()) {
            add(table, "events", outcome.events());
        }
        return table;
    }

    private static void add(TextTable table, String what, Quantiles times) {
        table.add(
                what,
                String.format(Locale.ROOT, "%,d", times.count()),
                millis(times.p50()),
                millis(times.p95()),
                millis(times.p99()),
                millis(times.max()));
    }

    private String answers() {
        return outcome.labels().isEmpty()
                ? "none"
                : outcome.labels().entrySet().stream()
                        .sorted(Map.Entry.comparingByKey())
                        .map(entry -> entry.getKey() + " × " + String.format(Locale.ROOT, "%,d", entry.getValue()))
                        .collect(Collectors.joining(", "));
    }

    private List<String> verified() {
        List<String> lines = new ArrayList<>();
        lines.add(outcome.verdict()
                .map(LoadReport::said)
                .orElse("Events were not checked: --kafka says where they are."));
        outcome.agreement()
                .ifPresentOrElse(
                        it -> lines.add(
                                it.reached()
                                        ? String.format(
                                                Locale.ROOT,
                                                "Sums: the consumer's are those of the service, %.1f s after the last"
                                                        + " event.",
                                                it.after().toMillis() / 1000.0)
                                        : "Sums: they DIFFER."),
                        () -> lines.add("Sums were not compared."));
        return lines;
    }

    private static String said(Verdict verdict) {
        String text = String.format(
                Locale.ROOT,
                "Events: %,d promised, %,d arrived, %,d missing, %,d orders with events out of order, %,d duplicates.",
                verdict.promised(),
                verdict.arrived(),
                verdict.missing(),
                verdict.overtaken(),
                verdict.duplicates());
        if (!verdict.timed()) {
            text += " The order between the topics was not checked: they have no message.timestamp.type=LogAppendTime.";
        }
        if (verdict.uncertain() > 0) {
            text += " Of " + verdict.uncertain() + " orders nobody knows what came of a request.";
        }
        return text;
    }

    private List<String> recovered() {
        return outcome.recovery()
                .map(it -> List.of(String.format(
                        Locale.ROOT,
                        "After the spike: the backlog was gone %s, p99 of the answers was back at the usual %.1f ms"
                                + " %s.",
                        since(it.backlogGone()),
                        it.usualP99(),
                        since(it.p99Back()))))
                .orElse(List.of());
    }

    private static String since(double seconds) {
        return Double.isInfinite(seconds)
                ? "NEVER in this run"
                : String.format(Locale.ROOT, "after %.1f s", Math.max(0, seconds));
    }

    private void drifted(PrintWriter out) {
        if (outcome.wishes().scenario() != LoadScenario.SOAK) {
            return;
        }
        if (outcome.drifts().isEmpty()) {
            out.println("Drift: too few samples to say.");
            return;
        }
        TextTable table = new TextTable("medians of the samples", "first third", "last third", "");
        outcome.drifts()
                .forEach(it -> table.add(
                        it.figure().label(),
                        it.figure().shown(it.first()),
                        it.figure().shown(it.last()),
                        it.judgement()));
        table.lines().forEach(out::println);
    }

    private List<Run> runs() {
        Map<Figure, Double> all = figures(outcome.answers());
        all.put(Figure.ORDERS_RATE, outcome.seconds() == 0 ? 0 : outcome.made() / outcome.seconds());
        all.put(Figure.ERRORS, (double) outcome.errors());
        all.put(Figure.DROPPED, (double) outcome.dropped());
        Map<Figure, Double> events = figures(outcome.events());
        events.put(Figure.DUPLICATES, (double) outcome.duplicates());
        return List.of(
                run("all answers", all, outcome.faults()),
                run("new orders", figures(outcome.times().creations()), List.of()),
                run("changes of orders", figures(outcome.times().changes()), List.of()),
                run("events", events, List.of()));
    }

    private Run run(String subject, Map<Figure, Double> figures, List<String> faults) {
        return new Run(outcome.wishes().scenario().toString(), subject, 1, "orders example", figures, faults);
    }

    private static Map<Figure, Double> figures(Quantiles times) {
        Map<Figure, Double> figures = new EnumMap<>(Figure.class);
        figures.put(Figure.TIMED, (double) times.count());
        figures.put(Figure.P50_MILLIS, times.p50());
        figures.put(Figure.P95_MILLIS, times.p95());
        figures.put(Figure.P99_MILLIS, times.p99());
        figures.put(Figure.MAX_MILLIS, times.max());
        return figures;
    }

    private static String millis(double value) {
        return String.format(Locale.ROOT, "%,.1f", value);
    }
}
