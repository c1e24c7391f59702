package dev.signalbox.benchmarks.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The tables at the end. */
public final class Summary {
    private static final List<Figure> PER_MESSAGE = Arrays.stream(Figure.values())
            .filter(figure -> figure.per() == Figure.Per.MESSAGE)
            .toList();

    private Summary() {}

    /** Everything that was found, with its bar. */
    public static List<String> findings(List<Finding> findings) {
        TextTable table = new TextTable("scenario", "what", "ours", "against", "median", "min – max", "bar", "");
        for (Finding finding : findings) {
            table.add(
                    finding.scenario(),
                    finding.subject(),
                    finding.ours(),
                    finding.rival(),
                    shown(finding.value().median(), finding.kind()),
                    number(finding.value().least(), finding.kind()) + " – "
                            + number(finding.value().most(), finding.kind()) + " of "
                            + finding.value().count(),
                    finding.bar().map(Bar::toString).orElse(""),
                    judgement(finding));
        }
        return table.lines();
    }

    /** Whether the bar was reached, in a word; empty if there is none. */
    static String judgement(Finding finding) {
        return finding.reached().map(good -> good ? "reached" : "missed").orElse("");
    }

    /** Whether there are runs of which it is known what a message cost. */
    public static boolean haveCosts(List<Run> runs) {
        return !byCompetitor(runs).isEmpty();
    }

    /** What a message costs: medians of the runs that count. */
    public static List<String> costs(List<Run> runs) {
        List<String> header = new ArrayList<>(List.of("scenario", "what", "who", Figure.RATE.label()));
        PER_MESSAGE.forEach(figure -> header.add(figure.label()));
        TextTable table = new TextTable(header.toArray(String[]::new));
        byCompetitor(runs).forEach((who, theirs) -> {
            List<String> cells = new ArrayList<>(who);
            cells.add(median(theirs, Figure.RATE));
            PER_MESSAGE.forEach(figure -> cells.add(median(theirs, figure)));
            table.add(cells.toArray(String[]::new));
        });
        return table.lines();
    }

    private static Map<List<String>, List<Run>> byCompetitor(List<Run> runs) {
        Map<List<String>, List<Run>> groups = new LinkedHashMap<>();
        for (Run run : runs) {
            if (run.counts() && run.figures().containsKey(Figure.CPU_MICROS)) {
                groups.computeIfAbsent(List.of(run.scenario(), run.subject(), run.competitor()), _ -> new ArrayList<>())
                        .add(run);
            }
        }
        return groups;
    }

    private static String median(List<Run> runs, Figure figure) {
        List<Double> values = runs.stream()
                .map(run -> Optional.ofNullable(run.figures().get(figure)))
                .flatMap(Optional::stream)
                .toList();
        return values.isEmpty() ? "–" : figure.shown(Statistics.median(values));
    }

    private static String shown(double value, Finding.Kind kind) {
        return number(value, kind) + kind.unit();
    }

    private static String number(double value, Finding.Kind kind) {
        return String.format(Locale.ROOT, "%,." + kind.decimals() + "f", value);
    }
}
