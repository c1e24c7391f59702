package dev.signalbox.core.log;

/**
 * How a feed follows its log.
 *
 * @param name the feed's name, which is also the group of all its events with {@link LogOrdering#GLOBAL}
 * @param holdExhausted whether those behind a dead-lettered event wait for an operator
 */
public record FollowerSettings(String name, LogOrdering ordering, boolean holdExhausted, int shard, Bounds bounds) {
    /**
     * Limits on what is kept beside the main line.
     *
     * @param deferredGroups how many groups and ungrouped events may be deferred before nothing more is read from the
     *     main line
     * @param window a group that was busy for this many events gets a row even if it did not fail, so that the cursor
     *     does not wait for it, and a crash repeats no more than that
     */
    public record Bounds(int deferredGroups, int window) {
        public static final Bounds DEFAULT = new Bounds(10_000, 5_000);

        public Bounds {
            if (deferredGroups < 1 || window < 1) {
                throw new IllegalArgumentException("there must be room for one deferred group and one event");
            }
        }
    }
}
