package dev.signalbox.client;

/**
 * A column that an insert writes.
 *
 * @param key its name in the layout
 * @param name its name in the table
 */
record Column(String key, String name, Content content) {
    /** What a column holds. */
    enum Content {
        ID,
        TYPE,
        GROUP,
        AGGREGATE_TYPE,
        PAYLOAD,
        HEADERS,
        CORRELATION_ID,
        TAGS,
        /** The status word of a waiting message. This and what follows are constants of the statement. */
        PENDING,
        /** Whether it was sent, no. */
        FALSE,
        /** The number of failed deliveries, 0. */
        ZERO,
        /** The database's time, the same clock for all writers. */
        NOW
    }

    /** Reads {@code name:CONTENT}, or {@code key/name:CONTENT}. */
    static Column parse(String text) {
        String[] parts = text.split("[/:]");
        return new Column(parts[0], parts[parts.length - 2], Content.valueOf(parts[parts.length - 1]));
    }

    Column renamed(String other) {
        return new Column(key, TableName.checked("column " + key, other), content);
    }
}
