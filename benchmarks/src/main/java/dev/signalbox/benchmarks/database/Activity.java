package dev.signalbox.benchmarks.database;

/** What sessions report with a delay, at the latest when they end: transactions, and row versions made and removed. */
public record Activity(long transactions, long inserted, long updated, long hotUpdated, long deleted) {
    /** What happened since then. */
    public Activity since(Activity before) {
        return new Activity(
                transactions - before.transactions,
                inserted - before.inserted,
                updated - before.updated,
                hotUpdated - before.hotUpdated,
                deleted - before.deleted);
    }
}
