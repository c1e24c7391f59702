package dev.signalbox.benchmarks.load;

import dev.signalbox.benchmarks.load.traffic.Phase;
import dev.signalbox.benchmarks.load.traffic.Schedule;
import dev.signalbox.benchmarks.report.Figure;
import dev.signalbox.benchmarks.report.Sample;
import dev.signalbox.benchmarks.report.Statistics;
import java.util.List;
import java.util.function.Predicate;

/**
 * How long it took after a spike until all was as before, to the nearest sample.
 *
 * @param usualP99 of the answers before it, in milliseconds; a median of samples
 * @param backlogGone seconds until no more waits than before it; infinite if it stayed
 * @param p99Back seconds until the answers' p99 is near the usual one and stays there for a while; infinite if it did not
 */
record Recovery(double usualP99, double backlogGone, double p99Back) {
    /** p99 of a second scatters: it is back when it is at most twice the usual one, or this much more. */
    private static final double TIMES = 2;

    private static final double MORE_MILLIS = 5;
    /** So many samples in a row have to be good. */
    private static final int IN_A_ROW = 3;
    /** Fewer are always on their way. */
    private static final double FEW = 10;

    static Recovery of(List<Sample> samples, Schedule schedule) {
        double end = schedule.endOf(Phase.Kind.SPIKE).toMillis() / 1000.0;
        List<Sample> before = in(samples, Phase.Kind.STEADY);
        List<Sample> after = samples.stream().filter(it -> it.seconds() >= end).toList();
        List<Double> p99s = Sample.values(before, Figure.ANSWER_P99_MILLIS);
        double usual = p99s.isEmpty() ? 0 : Statistics.median(p99s);
        double waiting =
                Math.max(FEW, Sample.values(before, Figure.WAITING).stream().reduce(0.0, Math::max));
        double limit = Math.max(usual * TIMES, usual + MORE_MILLIS);
        List<Sample> answered = after.stream()
                .filter(it -> it.get(Figure.ANSWER_P99_MILLIS).isPresent())
                .toList();
        return new Recovery(
                usual,
                first(after, 1, it -> it.get(Figure.WAITING).orElse(0.0) <= waiting) - end,
                first(answered, IN_A_ROW, it -> it.get(Figure.ANSWER_P99_MILLIS).orElse(0.0) <= limit) - end);
    }

    /** Until both are back. */
    double seconds() {
        return Math.max(0, Math.max(backlogGone, p99Back));
    }

    /** The time of the first sample from which on so many, or all that are left, are good; infinite if there is none. */
    private static double first(List<Sample> samples, int inARow, Predicate<Sample> good) {
        for (int i = 0; i < samples.size(); i++) {
            if (samples.subList(i, Math.min(samples.size(), i + inARow)).stream()
                    .allMatch(good)) {
                return samples.get(i).seconds();
            }
        }
        return Double.POSITIVE_INFINITY;
    }

    private static List<Sample> in(List<Sample> samples, Phase.Kind phase) {
        return samples.stream()
                .filter(it -> it.phase().equals(phase.toString()))
                .toList();
    }
}
