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
        /** The status word of a waiting message. */
        PENDING,
        /** The number of failed deliveries, 0. */
        ZERO,
        /** The database's time, the same clock for all writers. */
        NOW
    }

    Column(String name, Content content) {
        this(name, name, content);
    }

    Column renamed(String other) {
        return new Column(key, TableName.checked("column " + key, other), content);
    }
}
