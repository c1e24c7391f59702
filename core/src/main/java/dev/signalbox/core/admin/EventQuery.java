package dev.signalbox.core.admin;

import org.jspecify.annotations.Nullable;

/**
 * Which rows of Catbox's table to show, by the number of a page. The database reads all that stands before a page, so pages
 * are not numbered without end.
 *
 * @param page counted from zero
 * @param size rows of a page, up to {@value #MOST}
 */
public record EventQuery(Filter filter, Sort sort, boolean descending, int page, int size) {
    public static final int MOST = 200;
    /** As many rows can be reached by numbered pages, and as many are counted. */
    public static final int DEEPEST = 10_000;

    public EventQuery {
        if (size < 1 || size > MOST || page < 0 || (page + 1L) * size > DEEPEST) {
            throw new IllegalArgumentException("page: '" + page + "', size: '" + size + "'; allowed are sizes of 1 to "
                    + MOST + " and pages within the first " + DEEPEST + " rows");
        }
    }

    /**
     * What rows must be like; null for any.
     *
     * @param pendingOnly only what waits or is being delivered
     */
    public record Filter(
            @Nullable String eventType,
            @Nullable String aggregateType,
            @Nullable String aggregateId,
            boolean pendingOnly) {
        public static final Filter ALL = new Filter(null, null, null, false);
        public static final Filter PENDING = new Filter(null, null, null, true);
    }

    /** By what rows may be sorted. */
    public enum Sort {
        ID,
        AGGREGATE_TYPE,
        AGGREGATE_ID,
        EVENT_TYPE,
        CREATED_AT,
        SENT_AT,
        IN_PROGRESS_UNTIL
    }

    /** How many rows stand before the page. */
    public int offset() {
        return page * size;
    }
}
