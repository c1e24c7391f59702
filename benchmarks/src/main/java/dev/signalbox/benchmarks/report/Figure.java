package dev.signalbox.benchmarks.report;

import java.util.Locale;

/** Something that is measured in a run. */
public enum Figure {
    WAITING(Per.RUN, "waiting", 0),
    RATE(Per.RUN, "messages/s", 0),
    SECONDS(Per.RUN, "s", 2),
    FIRST_MILLIS(Per.RUN, "ms to the first", 0),
    P50_MILLIS(Per.RUN, "ms p50", 2),
    P95_MILLIS(Per.RUN, "ms p95", 2),
    P99_MILLIS(Per.RUN, "ms p99", 2),
    MAX_MILLIS(Per.RUN, "ms max", 2),
    WRITTEN_RATE(Per.RUN, "written/s", 0),
    LOG_READS(Per.RUN, "reads of the log", 0),
    LOG_ROWS(Per.RUN, "rows read", 0),
    /** Without those that only begin or end a transaction. */
    STATEMENTS(Per.MESSAGE, "statements", 4),
    TRANSACTION_CONTROL(Per.MESSAGE, "begin/commit", 4),
    TRANSACTIONS(Per.MESSAGE, "transactions", 4),
    WAL_BYTES(Per.MESSAGE, "B WAL", 0),
    INSERTED(Per.MESSAGE, "inserted", 3),
    UPDATED(Per.MESSAGE, "updated", 3),
    HOT_UPDATED(Per.MESSAGE, "of them HOT", 3),
    DELETED(Per.MESSAGE, "deleted", 3),
    CPU_MICROS(Per.MESSAGE, "µs CPU", 1),
    IDLE_STATEMENTS(Per.RUN, "statements/s", 2),
    IDLE_TRANSACTION_CONTROL(Per.RUN, "begin/commit per s", 2),
    IDLE_TRANSACTIONS(Per.RUN, "transactions/s", 2),
    IDLE_CPU_PERCENT(Per.RUN, "% CPU", 2),
    ORDERS_RATE(Per.RUN, "orders/s", 1),
    TIMED(Per.RUN, "timed", 0),
    ERRORS(Per.RUN, "errors", 0),
    DROPPED(Per.RUN, "dropped", 0),
    DUPLICATES(Per.RUN, "duplicates", 0),
    IN_FLIGHT(Per.RUN, "in flight", 0),
    ANSWER_P50_MILLIS(Per.RUN, "ms p50 of answers", 2),
    ANSWER_P95_MILLIS(Per.RUN, "ms p95 of answers", 2),
    ANSWER_P99_MILLIS(Per.RUN, "ms p99 of answers", 2),
    EVENT_P50_MILLIS(Per.RUN, "ms p50 of events", 2),
    EVENT_P95_MILLIS(Per.RUN, "ms p95 of events", 2),
    EVENT_P99_MILLIS(Per.RUN, "ms p99 of events", 2),
    RSS_MEGABYTES(Per.RUN, "MB of memory (RSS of Signalbox)", 0),
    DEAD_ROWS(Per.RUN, "dead rows in the outbox", 0),
    TABLE_MEGABYTES(Per.RUN, "MB of the outbox, indexes included", 1),
    CONNECTIONS(Per.RUN, "connections to the database", 0);

    /** What it is a figure of. */
    public enum Per {
        RUN,
        MESSAGE
    }

    private final Per per;
    private final String label;
    private final int decimals;

    Figure(Per per, String label, int decimals) {
        this.per = per;
        this.label = label;
        this.decimals = decimals;
    }

    public Per per() {
        return per;
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
