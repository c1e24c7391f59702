package dev.signalbox.benchmarks.database;

/**
 * What was done up to a moment, or between two.
 *
 * @param statements without those that only begin or end a transaction; negative if the server does not count them
 * @param control those that only begin or end one
 * @param cpuNanos of this JVM, whoever used them
 */
public record Work(long statements, long control, long walBytes, long cpuNanos) {
    public boolean countsStatements() {
        return statements >= 0;
    }

    /** The same as if the server had not counted them. */
    public Work withoutStatements() {
        return new Work(-1, control, walBytes, cpuNanos);
    }

    /** What was done since then. */
    public Work since(Work before) {
        return new Work(
                countsStatements() ? statements - before.statements : statements,
                control - before.control,
                walBytes - before.walBytes,
                cpuNanos - before.cpuNanos);
    }
}
