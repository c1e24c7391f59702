package dev.signalbox.benchmarks.report;

import java.util.Collection;

/** The median of some values (the middle one, or the mean of the two in the middle), and their range. */
public record MedianAndRange(double median, double least, double most, int count) {
    public static MedianAndRange of(Collection<Double> values) {
        double[] sorted =
                values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        int middle = sorted.length / 2;
        double median = sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
        return new MedianAndRange(median, sorted[0], sorted[sorted.length - 1], sorted.length);
    }
}
