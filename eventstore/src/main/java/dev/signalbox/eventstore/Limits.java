package dev.signalbox.eventstore;

/** The limits of appends and queries, checked before anything reaches the database. */
public final class Limits {
    /** Characters of an event's or a command's type: the width of the column. */
    public static final int TYPE_LENGTH = 64;

    /** Characters of a tag's key. */
    public static final int TAG_KEY_LENGTH = 64;

    /** Bytes of a tag as {@code key=value}; an index entry holds not much more. */
    public static final int TAG_BYTES = 2_000;

    /** Tags of one event, and of one query item. */
    public static final int TAGS = 64;

    /** Bytes of one event's or command's data in UTF-8: the most that Signalbox reads of an event in a log. */
    public static final int DATA_BYTES = 10 * 1024 * 1024;

    /** Characters of data in one append, all events together. */
    public static final int APPEND_LENGTH = 64 * 1024 * 1024;

    /** Events in one append. */
    public static final int EVENTS = 10_000;

    /** Items of one query, and types of one item. */
    public static final int QUERY_PARTS = 100;

    /** Locks of one append; one that needs more locks the whole log instead. */
    public static final int LOCKS = 512;

    private Limits() {}
}
