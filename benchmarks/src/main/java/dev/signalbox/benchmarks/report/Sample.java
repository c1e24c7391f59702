package dev.signalbox.benchmarks.report;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What was seen at one moment of a run, of the time since the sample before.
 *
 * @param seconds since the beginning
 * @param phase what was going on
 */
public record Sample(double seconds, String phase, Map<Figure, Double> figures) {
    public Sample {
        figures = Map.copyOf(figures);
    }

    /** Empty if it was not looked at, or nothing happened that it could be a figure of. */
    public Optional<Double> get(Figure figure) {
        return Optional.ofNullable(figures.get(figure));
    }

    /** Of those samples that have it. */
    public static List<Double> values(List<Sample> samples, Figure figure) {
        return samples.stream()
                .map(sample -> sample.get(figure))
                .flatMap(Optional::stream)
                .toList();
    }
}
