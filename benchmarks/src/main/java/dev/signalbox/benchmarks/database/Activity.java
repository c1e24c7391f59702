package dev.signalbox.benchmarks.database;

/**
 * What sessions report with a delay, at the latest when they end: transactions, and row versions made and removed.
 *
 * @param transactions where the server counts only those that were ended by a statement, those
 * @param hotUpdated negative if the server has no such thing
 */
public record Activity(long transactions, long inserted, long updated, long hotUpdated, long deleted) {
    public boolean hasHotUpdates() {
        return hotUpdated >= 0;
    }

    /** What happened since then. */
    public Activity since(Activity before) {
        return new Activity(
                transactions - before.transactions,
                inserted - before.inserted,
                updated - before.updated,
                hasHotUpdates() ? hotUpdated - before.hotUpdated : hotUpdated,
                deleted - before.deleted);
    }
}
