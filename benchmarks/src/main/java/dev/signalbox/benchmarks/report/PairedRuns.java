package dev.signalbox.benchmarks.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Interleaved runs of Signalbox and of a baseline, so that other load on the machine affects both.
 *
 * @param baselines empty if there is nothing to compare with
 */
public record PairedRuns(List<MeasuredRun> baselines, List<MeasuredRun> ours) {
    /** One run of one competitor; the first pair that counts is 1. */
    @FunctionalInterface
    public interface Lap {
        MeasuredRun run(int pair) throws Exception;
    }

    /** Pairs that do not count, and then pairs that do, in which both go first in turn. */
    public static PairedRuns run(int warmUp, int pairs, Lap baseline, Lap ours) throws Exception {
        for (int i = 0; i < warmUp; i++) {
            baseline.run(0);
            ours.run(0);
        }
        PairedRuns runs = new PairedRuns(new ArrayList<>(), new ArrayList<>());
        for (int pair = 1; pair <= pairs; pair++) {
            if (pair % 2 == 0) {
                runs.baselines.add(baseline.run(pair));
                runs.ours.add(ours.run(pair));
            } else {
                runs.ours.add(ours.run(pair));
                runs.baselines.add(baseline.run(pair));
            }
        }
        return runs;
    }

    /** Runs of Signalbox alone. */
    public static PairedRuns alone(int warmUp, int runs, Lap ours) throws Exception {
        PairedRuns alone = new PairedRuns(List.of(), new ArrayList<>());
        for (int i = 0; i < warmUp; i++) {
            ours.run(0);
        }
        for (int run = 1; run <= runs; run++) {
            alone.ours.add(ours.run(run));
        }
        return alone;
    }

    /** The spread of the pairs' own ratios of the rates. */
    public ScenarioResult ratio(Optional<Threshold> bar) {
        return ratio(Metric.RATE, "/s", bar);
    }

    /** The spread of the pairs' own ratios of a metric. */
    public ScenarioResult ratio(Metric metric, String unit, Optional<Threshold> bar) {
        List<Double> ratios = IntStream.range(0, ours.size())
                .mapToObj(
                        pair -> ours.get(pair).get(metric) / baselines.get(pair).get(metric))
                .toList();
        String shown = metric.shown(spread(ours, metric).median()) + unit;
        return result("×", MedianAndRange.of(ratios), bar, shown, metric, unit);
    }

    /** Our own values of a metric, beside the median of the baseline's. */
    public ScenarioResult value(Metric metric, String unit, Optional<Threshold> bar) {
        return result(unit.strip(), spread(ours, metric), bar, metric.label(), metric, unit);
    }

    private ScenarioResult result(
            String unit,
            MedianAndRange value,
            Optional<Threshold> bar,
            String shown,
            Metric metric,
            String baselineUnit) {
        MeasuredRun first = ours.getFirst();
        String against = baselines.isEmpty()
                ? ""
                : baselines.getFirst().competitor() + " "
                        + metric.shown(spread(baselines, metric).median()) + baselineUnit;
        return new ScenarioResult(first.scenario(), first.subject(), unit, value, bar, shown, against);
    }

    private static MedianAndRange spread(List<MeasuredRun> runs, Metric metric) {
        return MedianAndRange.of(runs.stream().map(run -> run.get(metric)).toList());
    }
}
