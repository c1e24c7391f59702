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
    /** The time after which a row held by nobody of us is given back. */
    Duration PROCESSING_TIMEOUT = Duration.ofMinutes(5);

    /**
     * What stands in the table.
     *
     * @param status PENDING, PROCESSING, COMPLETED or FAILED
     */
    record RowState(String status, int retryCount, @Nullable String error) {}

    /** How the sources of this table keep a row from others. */
    default ClaimMode claimMode() {
        return ClaimMode.MARK;
    }

    /** Whether rows carry their state, so that another program can mark one too. */
    default boolean hasStates() {
        return true;
    }

    /** Whether somebody's transaction can lock a row, so that {@link #lock} does. */
    default boolean hasRowLocks() {
        return true;
    }

    /**
     * Whether a row that was given back counts as claimed until the rest of its claim is settled: so it is where claims are
     * recorded beside the table, and not where each row carries its own.
     */
    default boolean claimsOutliveRows() {
        return true;
    }

    /** Whether a row that is done still says how often it had failed. */
    default boolean remembersAttempts() {
        return true;
    }

    /** A source as another process would open it. */
    ClaimSource newSource(Ordering ordering, boolean holdExhausted);

    /** A new owner with a lease. */
    Incarnation join(String name);

    /** Somebody has taken over from this owner. */
    void fence(Incarnation owner);

    /** Commits a row. */
    void insert(String id, @Nullable String group, String payload, Instant createdAt);

    RowState row(String id);

    /** How many claims are on record, where they are recorded apart from their rows. */
    default int claimsOnRecord() {
        return 0;
    }

    /** Another program has marked the row PROCESSING so long ago. */
    void holdElsewhere(String id, Duration ago);

    /** Somebody's open transaction locks the row until the result is closed. */
    Lock lock(String id);

    /** A row lock of somebody else. */
    interface Lock extends AutoCloseable {
        @Override
        void close();
    }

    @Override
    void close();
}
