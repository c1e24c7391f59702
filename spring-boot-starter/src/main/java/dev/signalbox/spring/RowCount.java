package dev.signalbox.spring;

/**
 * How many rows there are, as far as they were counted.
 *
 * @param count at most {@value #MOST}
 * @param more whether there are more than that
 */
public record RowCount(long count, boolean more) {
    /** Counting more would cost more than the number is worth. */
    static final int MOST = 10_000;

    static RowCount of(long found) {
        return new RowCount(Math.min(found, MOST), found > MOST);
    }
}
