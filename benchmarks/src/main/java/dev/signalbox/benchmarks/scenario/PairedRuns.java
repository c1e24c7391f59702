package dev.signalbox.benchmarks.scenario;

import dev.signalbox.benchmarks.competitor.Competitor;
import dev.signalbox.benchmarks.competitor.Contestant;
import dev.signalbox.benchmarks.competitor.SignalboxNode;
import dev.signalbox.benchmarks.report.MeasuredRun;
import dev.signalbox.benchmarks.report.Metric;
import dev.signalbox.benchmarks.report.ScenarioResult;
import dev.signalbox.benchmarks.report.Spread;
import dev.signalbox.benchmarks.report.Threshold;
import dev.signalbox.benchmarks.workload.Destination;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Interleaved runs of Signalbox and of a raw loop, so that other load on the machine affects both. */
record PairedRuns(List<MeasuredRun> baselines, List<MeasuredRun> ours) {
    interface Lap {
        MeasuredRun run(int pair, Competitor competitor) throws Exception;
    }

    /** Pairs that do not count, and then pairs that do, in which both go first in turn. */
    static PairedRuns run(BenchPlan plan, int warmUp, Contestant contestant, Destination destination, Lap lap)
            throws Exception {
        Competitor baseline = contestant.baseline(destination);
        Competitor node = new SignalboxNode(contestant, plan.engine());
        for (int i = 0; i < warmUp; i++) {
            lap.run(0, baseline);
            lap.run(0, node);
        }
        PairedRuns runs = new PairedRuns(new ArrayList<>(), new ArrayList<>());
        for (int pair = 1; pair <= plan.pairs(); pair++) {
            if (pair % 2 == 0) {
                runs.baselines.add(lap.run(pair, baseline));
                runs.ours.add(lap.run(pair, node));
            } else {
                runs.ours.add(lap.run(pair, node));
                runs.baselines.add(lap.run(pair, baseline));
            }
        }
        return runs;
    }

    /** The spread of the pairs' own ratios of the rates. */
    ScenarioResult ratio(Optional<Threshold> bar) {
        List<Double> ratios = IntStream.range(0, ours.size())
                .mapToObj(pair ->
                        ours.get(pair).get(Metric.RATE) / baselines.get(pair).get(Metric.RATE))
                .toList();
        String rate = Metric.RATE.shown(spread(ours, Metric.RATE).median()) + "/s";
        return result("×", Spread.of(ratios), bar, rate, Metric.RATE, "/s");
    }

    /** Our own values of a metric, beside the median of the baseline's. */
    ScenarioResult millis(Metric metric, Optional<Threshold> bar) {
        return result("ms", spread(ours, metric), bar, metric.label(), metric, " ms");
    }

    private ScenarioResult result(
            String unit, Spread value, Optional<Threshold> bar, String shown, Metric metric, String baselineUnit) {
        MeasuredRun baseline = baselines.getFirst();
        String against = baseline.competitor() + " "
                + metric.shown(spread(baselines, metric).median()) + baselineUnit;
        return new ScenarioResult(baseline.scenario(), baseline.subject(), unit, value, bar, shown, against);
    }

    private static Spread spread(List<MeasuredRun> runs, Metric metric) {
        return Spread.of(runs.stream().map(run -> run.get(metric)).toList());
    }
}
