package dev.signalbox.benchmarks.report;

import java.util.Arrays;
import java.util.Collection;

/** Medians and percentiles. */
public final class Statistics {
    private Statistics() {}

    /** The middle value, or the mean of the two in the middle. */
    public static double median(Collection<Double> values) {
        if (values.isEmpty()) {
            throw new IllegalArgumentException("there is no median of nothing");
        }
        double[] sorted =
                values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    /** The smallest value that at least this percentage of values does not exceed (nearest rank). */
    public static long percentile(long[] values, double percent) {
        if (values.length == 0) {
            throw new IllegalArgumentException("there is no percentile of nothing");
        }
        if (!(percent > 0 && percent <= 100)) {
            throw new IllegalArgumentException("a percentile is more than 0 and at most 100, not " + percent);
        }
        long[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[(int) Math.ceil(percent / 100 * sorted.length) - 1];
    }
}
