package dev.signalbox.benchmarks.load;

import dev.signalbox.benchmarks.load.traffic.Phase;
import dev.signalbox.benchmarks.report.Figure;
import dev.signalbox.benchmarks.report.Sample;
import dev.signalbox.benchmarks.report.Statistics;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * How a figure of the last third of a soak compares with the first: medians of the samples.
 *
 * @param rule what counts as drifting; empty for what grows with the orders, as it has to
 */
record Drift(Figure figure, double first, double last, Optional<Rule> rule) {
    private static final int THIRDS = 3;

    private static final List<Watched> WATCHED = List.of(
            new Watched(Figure.ORDERS_RATE, Optional.of(Rule.less(0.95))),
            new Watched(Figure.ANSWER_P50_MILLIS, Optional.of(Rule.more(1.5, 5))),
            new Watched(Figure.ANSWER_P99_MILLIS, Optional.of(Rule.more(1.5, 10))),
            new Watched(Figure.EVENT_P50_MILLIS, Optional.of(Rule.more(1.5, 5))),
            new Watched(Figure.EVENT_P99_MILLIS, Optional.of(Rule.more(1.5, 10))),
            new Watched(Figure.WAITING, Optional.of(Rule.more(2, 100))),
            new Watched(Figure.RSS_MEGABYTES, Optional.of(Rule.more(1.2, 32))),
            new Watched(Figure.CONNECTIONS, Optional.of(Rule.more(1, 5))),
            new Watched(Figure.DEAD_ROWS, Optional.empty()),
            new Watched(Figure.TABLE_MEGABYTES, Optional.empty()));

    private record Watched(Figure figure, Optional<Rule> rule) {}

    /** It has drifted if it is beyond this factor and this difference. */
    record Rule(double factor, double difference) {
        static Rule more(double factor, double difference) {
            return new Rule(factor, difference);
        }

        /** For what is better when there is more of it. */
        static Rule less(double factor) {
            return new Rule(factor, 0);
        }

        boolean isBrokenBy(double first, double last) {
            return factor < 1 ? last < first * factor : last > first * factor && last - first > difference;
        }
    }

    /** Empty if there are too few samples. */
    static List<Drift> of(List<Sample> samples) {
        List<Sample> steady = samples.stream()
                .filter(it -> it.phase().equals(Phase.Kind.STEADY.toString()))
                .toList();
        int third = steady.size() / THIRDS;
        if (third == 0) {
            return List.of();
        }
        return WATCHED.stream()
                .flatMap(watched ->
                        of(watched, steady.subList(0, third), steady.subList(steady.size() - third, steady.size())))
                .toList();
    }

    private static Stream<Drift> of(Watched watched, List<Sample> first, List<Sample> last) {
        List<Double> before = Sample.values(first, watched.figure());
        List<Double> after = Sample.values(last, watched.figure());
        return before.isEmpty() || after.isEmpty()
                ? Stream.empty()
                : Stream.of(new Drift(
                        watched.figure(), Statistics.median(before), Statistics.median(after), watched.rule()));
    }

    boolean isDrifting() {
        return rule.isPresent() && rule.get().isBrokenBy(first, last);
    }

    /** In a word or two. */
    String judgement() {
        return rule.isEmpty() ? "not judged" : isDrifting() ? "DRIFTS" : "steady";
    }
}
