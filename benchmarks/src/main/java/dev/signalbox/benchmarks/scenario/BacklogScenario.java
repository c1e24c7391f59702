package dev.signalbox.benchmarks.scenario;

import dev.signalbox.benchmarks.competitor.Competitor;
import dev.signalbox.benchmarks.competitor.Contestant;
import dev.signalbox.benchmarks.competitor.SignalboxNodes;
import dev.signalbox.benchmarks.report.MeasuredRun;
import dev.signalbox.benchmarks.report.Metric;
import dev.signalbox.benchmarks.report.ScenarioResult;
import dev.signalbox.benchmarks.report.Spread;
import dev.signalbox.benchmarks.report.Statistics;
import dev.signalbox.benchmarks.report.Threshold;
import dev.signalbox.benchmarks.workload.Destination;
import dev.signalbox.core.coordination.CoordinationException;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;

/** How much a long backlog slows down the first deliveries, compared with the raw loop. */
record BacklogScenario(BenchContext context) {
    private static final String NAME = "backlog";
    private static final Threshold BAR = Threshold.atLeast(0.9);

    List<ScenarioResult> measure() throws IOException, SQLException, CoordinationException, InterruptedException {
        List<ScenarioResult> results = new ArrayList<>();
        for (Contestant contestant : context.plan().contestants()) {
            // A log is read from a position: it has no backlog to search
            if (!contestant.table().isLog()) {
                results.add(compare(
                        contestant.name(),
                        contestant.rival(Destination.IN_PROCESS),
                        new SignalboxNodes(contestant, context.plan().engine(), 1)));
            }
        }
        return results;
    }

    private ScenarioResult compare(String subject, Competitor rival, Competitor ours)
            throws IOException, SQLException, CoordinationException, InterruptedException {
        BenchPlan plan = context.plan();
        DrainRun few = run(subject, plan.rows().first());
        DrainRun many = run(subject, plan.rows().backlog());
        context.out()
                .printf(
                        "%n%s: %s, the first %,d deliveries of %,d and of %,d%n",
                        NAME, subject, few.target(), few.rows(), many.rows());
        // The first deliveries alone are too few to warm up the JVM
        DrainRun all = DrainRun.all(
                context, NAME, subject, Destination.IN_PROCESS, plan.rows().inProcess());
        for (int i = 0; i < plan.warmUp(); i++) {
            all.run(0, rival);
            all.run(0, ours);
        }
        List<Double> rivalRatios = new ArrayList<>();
        List<Double> ourRatios = new ArrayList<>();
        PairedRuns.run(
                0,
                plan.pairs(),
                pair -> add(rivalRatios, few.run(pair, rival), many.run(pair, rival)),
                pair -> add(ourRatios, few.run(pair, ours), many.run(pair, ours)));
        List<Double> relative = IntStream.range(0, ourRatios.size())
                .mapToObj(pair -> ourRatios.get(pair) / rivalRatios.get(pair))
                .toList();
        return new ScenarioResult(
                NAME,
                subject,
                ScenarioResult.Unit.RATIO,
                Spread.of(relative),
                Optional.of(BAR),
                "many ÷ few " + median(ourRatios),
                rival.name() + " " + median(rivalRatios));
    }

    private DrainRun run(String subject, int rows) {
        int target = Math.min(rows, context.plan().rows().first());
        String waiting = subject + ", %,d waiting".formatted(rows);
        return new DrainRun(context, NAME, waiting, Destination.IN_PROCESS, rows, target, false);
    }

    private static MeasuredRun add(List<Double> ratios, MeasuredRun few, MeasuredRun many) {
        ratios.add(many.get(Metric.RATE) / few.get(Metric.RATE));
        return many;
    }

    private static String median(List<Double> ratios) {
        return String.format(Locale.ROOT, "%.2f", Statistics.median(ratios));
    }
}
