package dev.signalbox.core.log;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One write of a feed's progress. It contains states, not differences, so writing it twice does no harm.
 *
 * @param expected the write changes nothing unless the number in the database is among these
 * @param revision the number of this write
 */
public record ProgressUpdate(
        ProgressVersion expected, long revision, FeedState feedState, RowChanges changes, DeliveryCounts counts) {
    /**
     * The content of the feed's own row.
     *
     * @param failure with {@link LogOrdering#GLOBAL}, the event that all others wait for
     */
    public record FeedState(
            Cursor cursor,
            List<Long> settledBeyondCursor,
            @Nullable EventFailure failure) {
        public FeedState {
            settledBeyondCursor = List.copyOf(settledBeyondCursor);
        }
    }

    /**
     * Rows beside the cursor.
     *
     * @param deferredGroups to insert, or to replace the row with the same key
     * @param deadLetters to insert, or to replace the one of the same position
     * @param replayed positions whose dead letters are to be deleted, before new ones are inserted
     */
    public record RowChanges(
            List<DeferredGroupRow> deferredGroups,
            List<DeferredGroupKey> removed,
            List<DeadLetter> deadLetters,
            List<Long> replayed,
            AnsweredSuspects answeredSuspects) {
        public RowChanges(
                List<DeferredGroupRow> deferredGroups,
                List<DeferredGroupKey> removed,
                List<DeadLetter> deadLetters,
                List<Long> replayed) {
            this(deferredGroups, removed, deadLetters, replayed, AnsweredSuspects.NONE);
        }

        boolean isEmpty() {
            return deferredGroups.isEmpty()
                    && removed.isEmpty()
                    && deadLetters.isEmpty()
                    && replayed.isEmpty()
                    && answeredSuspects.isEmpty();
        }
    }

    /** Answered suspects that were recorded as being sent: the released ones are still suspects. */
    public record AnsweredSuspects(List<Long> cleared, List<Long> released) {
        public static final AnsweredSuspects NONE = new AnsweredSuspects(List.of(), List.of());

        public boolean isEmpty() {
            return cleared.isEmpty() && released.isEmpty();
        }
    }

    /** Events delivered and deliveries that failed since the last write, for operators. */
    public record DeliveryCounts(
            int delivered, int failed, @Nullable String lastError) {
        static final DeliveryCounts NOTHING = new DeliveryCounts(0, 0, null);

        DeliveryCounts delivered(int more) {
            return new DeliveryCounts(delivered + more, failed, lastError);
        }

        DeliveryCounts failed(String reason) {
            return new DeliveryCounts(delivered, failed + 1, reason);
        }
    }
}
