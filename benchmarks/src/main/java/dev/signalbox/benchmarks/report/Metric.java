package dev.signalbox.benchmarks.report;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/** A value that is measured in a run. Its name is its key in JSON. */
public enum Metric {
    RATE("messages/s", 0),
    SECONDS("s", 2),
    P50_MILLIS("ms p50", 2),
    P95_MILLIS("ms p95", 2),
    P99_MILLIS("ms p99", 2),
    MAX_MILLIS("ms max", 2),
    WRITTEN_RATE("written/s", 0),
    /** Of a message, without those that only begin or end a transaction. */
    STATEMENTS("statements", 4),
    TRANSACTION_CONTROL("begin/commit", 4),
    WAL_BYTES("B WAL", 0),
    CPU_MICROS("µs CPU", 1),
    IDLE_STATEMENTS("statements/s", 2),
    IDLE_TRANSACTION_CONTROL("begin/commit per s", 2),
    IDLE_CPU_MICROS("µs CPU per s", 0),
    /** The most memory that the program has taken. */
    MEMORY_MEGABYTES("MB at most", 0);

    private final String label;
    private final int decimals;

    Metric(String label, int decimals) {
        this.label = label;
        this.decimals = decimals;
    }

    /** Whether it is the cost of one message, and not a value of the whole run. */
    public boolean isPerMessage() {
        return compareTo(STATEMENTS) >= 0 && compareTo(CPU_MICROS) <= 0;
    }

    public String label() {
        return label;
    }

    public String shown(double value) {
        return String.format(Locale.ROOT, "%,." + decimals + "f", value);
    }

    public static Map<Metric, Double> growth(Map<Metric, Double> before, Map<Metric, Double> after, double divisor) {
        Map<Metric, Double> growth = new EnumMap<>(Metric.class);
        before.forEach((metric, old) -> growth.put(metric, (after.getOrDefault(metric, old) - old) / divisor));
        return growth;
    }
}
