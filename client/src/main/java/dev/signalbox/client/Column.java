package dev.signalbox.client;

/**
 * A column that is written when a message is recorded.
 *
 * @param key what the layout calls it
 * @param name what it is called in the table
 */
record Column(String key, String name, Content content) {
    /** What is written into a column. */
    enum Content {
        ID,
        TYPE,
        GROUP,
        AGGREGATE_TYPE,
        PAYLOAD,
        HEADERS,
        CORRELATION_ID,
        TAGS,
        /** The word for a message that waits. */
        PENDING,
        /** No delivery has failed so far. */
        ZERO,
        /** The time of the database, which all that write share. */
        NOW
    }

    Column(String name, Content content) {
        this(name, name, content);
    }

    Column renamed(String other) {
        return new Column(key, TableName.checked("column " + key, other), content);
    }
}
