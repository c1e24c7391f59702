package dev.signalbox.benchmarks.load;

import dev.signalbox.benchmarks.report.LatencyHistogram.Percentiles;
import dev.signalbox.benchmarks.report.MedianAndRange;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** The state of a run, with the latencies since the sample before; the memory is 0 if the system does not tell. */
record LoadSample(
        double seconds,
        boolean steady,
        long requests,
        long errors,
        long dropped,
        long waiting,
        Percentiles answers,
        Percentiles events,
        double rssMegabytes) {
    private static final List<Watched> WATCHED = List.of(
            new Watched("ms p99 of answers", 1.5, 10, sample -> sample.answers().p99()),
            new Watched("ms p99 of events", 1.5, 10, sample -> sample.events().p99()),
            new Watched("events waiting", 2, 100, LoadSample::waiting),
            new Watched("MB of memory (RSS of Signalbox)", 1.2, 32, LoadSample::rssMegabytes));

    /** A median that grows beyond the factor and the difference, from the first to the last third of a soak, drifts. */
    private record Watched(String name, double factor, double difference, ToDoubleFunction<LoadSample> value) {
        Stream<String> drift(List<LoadSample> first, List<LoadSample> last) {
            double before = median(first);
            double after = median(last);
            return after > before * factor && after - before > difference
                    ? Stream.of(String.format(Locale.ROOT, "%s: %.1f, then %.1f", name, before, after))
                    : Stream.empty();
        }

        private double median(List<LoadSample> samples) {
            return MedianAndRange.of(samples.stream().map(value::applyAsDouble).toList())
                    .median();
        }
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%6.1f s  %d accepted  answers %s  events %s  %d waiting  %d errors  %d dropped  %.0f MB",
                seconds,
                requests,
                answers,
                events,
                waiting,
                errors,
                dropped,
                rssMegabytes);
    }

    /** The values that grow during a soak; none if there are too few samples. */
    static List<String> drifts(List<LoadSample> samples) {
        List<LoadSample> steady = samples.stream().filter(LoadSample::steady).toList();
        int third = steady.size() / 3;
        return third == 0
                ? List.of()
                : WATCHED.stream()
                        .flatMap(watched -> watched.drift(
                                steady.subList(0, third), steady.subList(steady.size() - third, steady.size())))
                        .toList();
    }
}
