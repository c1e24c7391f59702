package dev.signalbox.jdbc.outbox;

/**
 * One of the recent rows of a table.
 *
 * @param id the beginning of its id
 * @param timeRank its rank by creation time among these rows; rows of the same time share a rank
 * @param idRank its rank by id among these rows, in the order of the database
 */
public record RecentRow(String id, int timeRank, int idRank) {
    /** The maximum number of rows that are looked at. */
    public static final int MOST = 20;
}
