package dev.signalbox.core.log;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One write of a pair's progress. It says how things stand, not by how much they changed, so writing it twice does no harm.
 *
 * @param expected the write changes nothing unless the number in the database is among these
 * @param revision the number of this write
 */
public record Progress(Version expected, long revision, Standing standing, Changes changes, Tally tally) {
    /**
     * What stands in the pair's own row.
     *
     * @param ahead events beyond the cursor that are done nevertheless
     * @param failure with {@link LogOrdering#GLOBAL}, the event that all others wait for
     */
    public record Standing(
            Cursor cursor, List<Long> ahead, @Nullable Failure failure) {
        public Standing {
            ahead = List.copyOf(ahead);
        }
    }

    /**
     * Rows beside the cursor.
     *
     * @param parked to be inserted, or to replace the row with the same key
     * @param removed keys whose rows are to be deleted, if they are there
     * @param deadLetters to be inserted, or to replace the one of the same position
     * @param replayed positions whose dead letters are to be deleted, before new ones are inserted: they were tried again
     * @param landed what has become of events that were recorded as being sent
     */
    public record Changes(
            List<Parked> parked,
            List<SidingKey> removed,
            List<DeadLetter> deadLetters,
            List<Long> replayed,
            Landed landed) {
        public Changes(
                List<Parked> parked, List<SidingKey> removed, List<DeadLetter> deadLetters, List<Long> replayed) {
            this(parked, removed, deadLetters, replayed, Landed.NONE);
        }

        boolean isEmpty() {
            return parked.isEmpty()
                    && removed.isEmpty()
                    && deadLetters.isEmpty()
                    && replayed.isEmpty()
                    && landed.isEmpty();
        }
    }

    /**
     * Events that were sent with care and have been answered.
     *
     * @param cleared nothing is held against them any more
     * @param givenBack not in flight any more, but still suspects
     */
    public record Landed(List<Long> cleared, List<Long> givenBack) {
        public static final Landed NONE = new Landed(List.of(), List.of());

        public boolean isEmpty() {
            return cleared.isEmpty() && givenBack.isEmpty();
        }
    }

    /**
     * For operators to see.
     *
     * @param delivered events delivered since the last write
     * @param failed deliveries that failed since then
     */
    public record Tally(int delivered, int failed, @Nullable String lastError) {
        static final Tally NOTHING = new Tally(0, 0, null);

        Tally delivered(int more) {
            return new Tally(delivered + more, failed, lastError);
        }

        Tally failed(String reason) {
            return new Tally(delivered, failed + 1, reason);
        }
    }
}
