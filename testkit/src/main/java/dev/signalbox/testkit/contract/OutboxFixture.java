package dev.signalbox.testkit.contract;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.delivery.Ordering;
import dev.signalbox.core.source.ClaimMode;
import dev.signalbox.core.source.ClaimSource;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** An empty outbox table to test a {@link ClaimSource} on, seen from the application's and the operator's side. */
public interface OutboxFixture extends AutoCloseable {
    /** The time after which a row that another program claimed is recovered. */
    Duration PROCESSING_TIMEOUT = Duration.ofMinutes(5);

    /** A row of the table: PENDING, PROCESSING, COMPLETED or FAILED. */
    record RowState(String status, int retryCount, @Nullable String error) {}

    /** The claim mode of this table's sources. */
    default ClaimMode claimMode() {
        return ClaimMode.MARK;
    }

    /** Whether rows have a status, so that another program can mark one too. */
    default boolean hasStates() {
        return true;
    }

    /** Whether a transaction can lock a row, so that {@link #lock} works. */
    default boolean hasRowLocks() {
        return true;
    }

    /** Whether a released row counts as claimed until its whole claim is settled, because claims are recorded apart. */
    default boolean claimsOutliveRows() {
        return true;
    }

    /** Whether a done row still says how often it had failed. */
    default boolean remembersAttempts() {
        return true;
    }

    /** A source as another process would open it. */
    ClaimSource newSource(Ordering ordering, boolean holdExhausted);

    /** A new owner with a lease. */
    Incarnation join(String name);

    /** Another node has taken over from this owner. */
    void fence(Incarnation owner);

    /** So much time passes that the next unclean end has nothing to do with those before. */
    void outdateEnds();

    /** Commits a row. */
    void insert(String id, @Nullable String group, String payload, Instant createdAt);

    RowState row(String id);

    /** A part of a row that has a limit. */
    enum LimitedPart {
        ID,
        GROUP,
        TYPE,
        HEADERS
    }

    /**
     * Sets this part of a row to a text of this many letters x.
     *
     * @return false if the table cannot hold it
     */
    default boolean enlarge(String id, LimitedPart part, int letters) {
        return false;
    }

    /** How many claims are recorded, where they are recorded apart from their rows. */
    default int claimsOnRecord() {
        return 0;
    }

    /** Another program marked the row PROCESSING this long ago. */
    void holdElsewhere(String id, Duration ago);

    /** Another open transaction locks the row until the result is closed. */
    Lock lock(String id);

    /** A row lock of another transaction. */
    interface Lock extends AutoCloseable {
        @Override
        void close();
    }

    @Override
    void close();
}
