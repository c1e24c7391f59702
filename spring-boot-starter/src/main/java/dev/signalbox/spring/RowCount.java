package dev.signalbox.spring;

/**
 * A number of rows, counted up to a limit.
 *
 * @param count at most {@value #MAX}
 * @param more whether there are more than that
 */
public record RowCount(long count, boolean more) {
    /** A higher count would cost more than it is worth. */
    static final int MAX = 10_000;

    static RowCount of(long found) {
        return new RowCount(Math.min(found, MAX), found > MAX);
    }
}
