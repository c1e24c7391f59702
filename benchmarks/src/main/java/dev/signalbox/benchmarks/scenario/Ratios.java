package dev.signalbox.benchmarks.scenario;

import dev.signalbox.benchmarks.report.Bar;
import dev.signalbox.benchmarks.report.Figure;
import dev.signalbox.benchmarks.report.Finding;
import dev.signalbox.benchmarks.report.Run;
import dev.signalbox.benchmarks.report.Spread;
import dev.signalbox.benchmarks.report.Statistics;
import java.util.List;
import java.util.Optional;

/** Findings about rates. */
final class Ratios {
    private Ratios() {}

    /** The median of each pair's own ratio: a slow hour slows both of a pair. */
    static Finding ofRates(String scenario, String subject, Pairs pairs, Optional<Bar> bar) {
        List<Double> ratios = pairs.all().stream()
                .map(pair -> pair.ours().get(Figure.RATE) / pair.rival().get(Figure.RATE))
                .toList();
        return new Finding(
                scenario,
                subject,
                Finding.Kind.RATIO,
                Spread.of(ratios),
                bar,
                median(pairs.ours(), Figure.RATE) + "/s",
                pairs.rivals().getFirst().competitor() + " " + median(pairs.rivals(), Figure.RATE) + "/s");
    }

    static String median(List<Run> runs, Figure figure) {
        return figure.shown(
                Statistics.median(runs.stream().map(run -> run.get(figure)).toList()));
    }

    static Spread spread(List<Run> runs, Figure figure) {
        return Spread.of(runs.stream().map(run -> run.get(figure)).toList());
    }
}
