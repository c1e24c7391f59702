package dev.signalbox.demo.nodes;

import dev.signalbox.runtime.metrics.MetricNames;

/** Figures in the text form of Prometheus. */
record MetricsText(String text) {
    /** The sum of a figure over all relays; 0 if there is none. */
    long sum(String name) {
        String start = shown(name) + "{";
        return Math.round(text.lines()
                .filter(line -> line.startsWith(start))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum());
    }

    private static String shown(String name) {
        return MetricNames.ALL.stream()
                .filter(figure -> figure.name().equals(name))
                .findFirst()
                .orElseThrow()
                .shown();
    }
}
