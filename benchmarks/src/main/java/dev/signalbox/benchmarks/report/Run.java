package dev.signalbox.benchmarks.report;

import java.util.List;
import java.util.Map;

/**
 * What one competitor did once.
 *
 * @param subject what is compared in the scenario
 * @param pair from 1; 0 for a warm-up, which does not count
 * @param faults broken promises and troubles, in words
 */
public record Run(
        String scenario,
        String subject,
        int pair,
        String competitor,
        Map<Figure, Double> figures,
        List<String> faults) {
    public Run {
        figures = Map.copyOf(figures);
        faults = List.copyOf(faults);
    }

    public boolean counts() {
        return pair > 0;
    }

    /** A figure that every run of this kind has. */
    public double get(Figure figure) {
        Double value = figures.get(figure);
        if (value == null) {
            throw new IllegalArgumentException(competitor + " has no " + figure.label());
        }
        return value;
    }
}
