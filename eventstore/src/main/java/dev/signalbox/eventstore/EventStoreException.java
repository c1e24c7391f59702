package dev.signalbox.eventstore;

import java.sql.SQLException;
import java.util.Set;

/** A database operation failed; the cause is its error. */
public class EventStoreException extends RuntimeException {
    private static final Set<String> RETRYABLE_STATES = Set.of("40001", "40P01");

    EventStoreException(String message) {
        super(message);
    }

    EventStoreException(String attempt, SQLException cause) {
        super("Could not " + attempt + ": " + cause.getMessage(), cause);
    }

    /** Whether a retry may succeed at once: a race was lost, or the database ended a deadlock. */
    public boolean isWorthAnotherTry() {
        return getCause() instanceof SQLException sql
                && sql.getSQLState() != null
                && RETRYABLE_STATES.contains(sql.getSQLState());
    }
}
