package dev.signalbox.benchmarks.database;

/**
 * How a table was read up to a moment, or between two.
 *
 * @param statements those that name it
 * @param rows what they read of it
 */
public record Reads(long statements, long rows) {
    /** What was read since then. */
    public Reads since(Reads before) {
        return new Reads(statements - before.statements, rows - before.rows);
    }
}
