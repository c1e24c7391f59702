package dev.signalbox.benchmarks.scenario;

import dev.signalbox.benchmarks.report.MeasuredRun;
import dev.signalbox.benchmarks.report.Metric;
import dev.signalbox.benchmarks.report.ScenarioResult;
import dev.signalbox.benchmarks.report.Spread;
import dev.signalbox.benchmarks.report.Threshold;
import dev.signalbox.core.coordination.CoordinationException;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Interleaved runs of two competitors, so that other load on the machine affects both. */
record PairedRuns(List<MeasuredRun> rivals, List<MeasuredRun> ours) {
    /** One run of one competitor. */
    interface Lap {
        MeasuredRun run(int pair) throws IOException, SQLException, CoordinationException, InterruptedException;
    }

    /** Pairs that do not count, and then pairs that do, in which both go first in turn. */
    static PairedRuns run(int warmUp, int pairs, Lap rival, Lap ours)
            throws IOException, SQLException, CoordinationException, InterruptedException {
        for (int i = 0; i < warmUp; i++) {
            rival.run(0);
            ours.run(0);
        }
        PairedRuns runs = new PairedRuns(new ArrayList<>(), new ArrayList<>());
        for (int pair = 1; pair <= pairs; pair++) {
            if (pair % 2 == 0) {
                runs.rivals.add(rival.run(pair));
                runs.ours.add(ours.run(pair));
            } else {
                runs.ours.add(ours.run(pair));
                runs.rivals.add(rival.run(pair));
            }
        }
        return runs;
    }

    /** The spread of the pairs' own ratios of the rates. */
    ScenarioResult ratio(String scenario, String subject, Optional<Threshold> bar) {
        List<Double> ratios = IntStream.range(0, ours.size())
                .mapToObj(pair ->
                        ours.get(pair).get(Metric.RATE) / rivals.get(pair).get(Metric.RATE))
                .toList();
        return new ScenarioResult(
                scenario,
                subject,
                "×",
                Spread.of(ratios),
                bar,
                median(ours, Metric.RATE) + "/s",
                rivals.getFirst().competitor() + " " + median(rivals, Metric.RATE) + "/s");
    }

    /** Our own values of a metric, beside the median of the rival's. */
    ScenarioResult millis(String scenario, String subject, Metric metric, Optional<Threshold> bar) {
        return new ScenarioResult(
                scenario,
                subject,
                "ms",
                spread(ours, metric),
                bar,
                metric.label(),
                rivals.getFirst().competitor() + " " + median(rivals, metric) + " ms");
    }

    private static String median(List<MeasuredRun> runs, Metric metric) {
        return metric.shown(spread(runs, metric).median());
    }

    private static Spread spread(List<MeasuredRun> runs, Metric metric) {
        return Spread.of(runs.stream().map(run -> run.get(metric)).toList());
    }
}
