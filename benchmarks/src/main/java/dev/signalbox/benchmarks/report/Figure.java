package dev.signalbox.benchmarks.report;

import java.util.Locale;

/** Something that is measured in a run. */
public enum Figure {
    RATE("messages/s", 0),
    SECONDS("s", 2),
    FIRST_MILLIS("ms to the first", 0),
    P50_MILLIS("ms p50", 2),
    P95_MILLIS("ms p95", 2),
    P99_MILLIS("ms p99", 2),
    MAX_MILLIS("ms max", 2),
    WRITTEN_RATE("written/s", 0),
    /** Per message, as are all the next ones; without those that only begin or end a transaction. */
    STATEMENTS("statements", 4),
    TRANSACTION_CONTROL("begin/commit", 4),
    TRANSACTIONS("transactions", 4),
    WAL_BYTES("B WAL", 0),
    INSERTED("inserted", 3),
    UPDATED("updated", 3),
    HOT_UPDATED("of them HOT", 3),
    DELETED("deleted", 3),
    CPU_MICROS("µs CPU", 1),
    /** Per second, as are all the next ones. */
    IDLE_STATEMENTS("statements/s", 2),
    IDLE_TRANSACTION_CONTROL("begin/commit per s", 2),
    IDLE_TRANSACTIONS("transactions/s", 2),
    IDLE_CPU_PERCENT("% CPU", 2);

    private final String label;
    private final int decimals;

    Figure(String label, int decimals) {
        this.label = label;
        this.decimals = decimals;
    }

    public String label() {
        return label;
    }

    /** The value as it is shown, without its label. */
    public String shown(double value) {
        return String.format(Locale.ROOT, "%,." + decimals + "f", value);
    }

    /** The name that programs know it by. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }
}
