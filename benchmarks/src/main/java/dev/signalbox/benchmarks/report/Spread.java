package dev.signalbox.benchmarks.report;

import java.util.Collection;
import java.util.Collections;

/** The median of some values, and their range. */
public record Spread(double median, double least, double most, int count) {
    public static Spread of(Collection<Double> values) {
        return new Spread(Statistics.median(values), Collections.min(values), Collections.max(values), values.size());
    }
}
