package dev.signalbox.core.log;

/**
 * How a pair follows its log.
 *
 * @param name the pair's, which is also the group of all its events with {@link LogOrdering#GLOBAL}
 * @param holdExhausted whether those behind an event that is given up wait for an operator
 * @param shard the one that all its messages belong to: a pair is owned as a whole
 */
public record FollowerSettings(String name, LogOrdering ordering, boolean holdExhausted, int shard, Bounds bounds) {
    /**
     * What is kept beside the main line.
     *
     * @param deferredGroups so many groups and single events may wait there; then nothing more is read from the main line
     * @param window a group that has had something to do for so many events is parked even if it did not fail, so that the
     *     cursor does not wait for it, and a crash repeats no more than that
     */
    public record Bounds(int deferredGroups, int window) {
        public static final Bounds DEFAULT = new Bounds(10_000, 5_000);

        public Bounds {
            if (deferredGroups < 1 || window < 1) {
                throw new IllegalArgumentException("there must be room for one siding and one event");
            }
        }
    }
}
