package dev.signalbox.demo.nodes;

import dev.signalbox.runtime.metrics.MetricNames;
import java.util.function.Predicate;

/** Figures in the text form of Prometheus. */
record MetricsText(String text) {
    /** The sum of a figure over all relays; 0 if there is none. */
    long sum(String name) {
        return sum(name, _ -> true);
    }

    /** The same without one of the relays. */
    long sumWithout(String relay, String name) {
        String label = "relay=\"" + relay + "\"";
        return sum(name, line -> !line.contains(label));
    }

    private long sum(String name, Predicate<String> counts) {
        String start = shown(name) + "{";
        return Math.round(text.lines()
                .filter(line -> line.startsWith(start) && counts.test(line))
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
