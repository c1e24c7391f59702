package dev.signalbox.benchmarks.load;

import dev.signalbox.benchmarks.load.ArrivalSchedule.PhaseKind;
import dev.signalbox.benchmarks.load.LoadSampler.Sample;
import dev.signalbox.benchmarks.report.Statistics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/** What the samples of a run show: the recovery from a spike, and the drift of a soak. */
final class SampleTrend {
    private static final int SAMPLES_IN_A_ROW = 3;
    /** Some events are always in flight. */
    private static final long FEW = 10;

    /** Drift is a median that grows beyond the factor and the difference, from the first to the last third. */
    private record Watched(String name, ToDoubleFunction<Sample> value, double factor, double difference) {}

    private static final List<Watched> WATCHED = List.of(
            new Watched("answers p50 ms", sample -> sample.answers().p50(), 1.5, 5),
            new Watched("answers p99 ms", sample -> sample.answers().p99(), 1.5, 10),
            new Watched("events p50 ms", sample -> sample.events().p50(), 1.5, 5),
            new Watched("events p99 ms", sample -> sample.events().p99(), 1.5, 10),
            new Watched("events waiting", Sample::waiting, 2, 100),
            new Watched("MB of memory (RSS of Signalbox)", Sample::rssMegabytes, 1.2, 32));

    private SampleTrend() {}

    /** One metric of a soak, in the first and in the last third. */
    record Drift(String name, double first, double last, boolean drifting) {
        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT, "%s: %.1f, then %.1f: %s", name, first, last, drifting ? "DRIFTS" : "steady");
        }
    }

    /**
     * Seconds from the end of the spike until the backlog is as before, and p99 of the answers at most twice the usual one in
     * three samples in a row; infinite if that never happens.
     */
    static double recoverySeconds(List<Sample> samples, Duration spikeEnd) {
        double end = spikeEnd.toMillis() / 1000.0;
        List<Sample> before = steady(samples);
        double usual =
                before.isEmpty() ? 0 : median(before, sample -> sample.answers().p99());
        double limit = Math.max(usual * 2, usual + 5);
        long waiting = before.stream().mapToLong(Sample::waiting).reduce(FEW, Math::max);
        Predicate<Sample> good =
                sample -> sample.waiting() <= waiting && sample.answers().p99() <= limit;
        List<Sample> after =
                samples.stream().filter(sample -> sample.seconds() >= end).toList();
        for (int i = 0; i < after.size(); i++) {
            if (after.subList(i, Math.min(after.size(), i + SAMPLES_IN_A_ROW)).stream()
                    .allMatch(good)) {
                return after.get(i).seconds() - end;
            }
        }
        return Double.POSITIVE_INFINITY;
    }

    /** Empty if there are too few samples. */
    static List<Drift> drifts(List<Sample> samples) {
        List<Sample> steady = steady(samples);
        int third = steady.size() / 3;
        List<Drift> drifts = new ArrayList<>();
        for (Watched watched : third == 0 ? List.<Watched>of() : WATCHED) {
            double first = median(steady.subList(0, third), watched.value());
            double last = median(steady.subList(steady.size() - third, steady.size()), watched.value());
            boolean drifting = last > first * watched.factor() && last - first > watched.difference();
            drifts.add(new Drift(watched.name(), first, last, drifting));
        }
        return drifts;
    }

    private static List<Sample> steady(List<Sample> samples) {
        return samples.stream()
                .filter(sample -> sample.phase().equals(PhaseKind.STEADY.toString()))
                .toList();
    }

    private static double median(List<Sample> samples, ToDoubleFunction<Sample> value) {
        return Statistics.median(
                samples.stream().map(sample -> value.applyAsDouble(sample)).toList());
    }
}
