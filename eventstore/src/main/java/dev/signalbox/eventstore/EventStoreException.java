package dev.signalbox.eventstore;

import java.sql.SQLException;
import java.util.Set;

/** The database refused or failed; the cause is what it said. */
public class EventStoreException extends RuntimeException {
    private static final Set<String> UNDONE_BY_OTHERS = Set.of("40001", "40P01");

    EventStoreException(String message) {
        super(message);
    }

    EventStoreException(String attempt, SQLException cause) {
        super("Could not " + attempt + ": " + cause.getMessage(), cause);
    }

    /** Whether the same may succeed at once: a race was lost, or the database ended a deadlock. */
    public boolean isWorthAnotherTry() {
        return getCause() instanceof SQLException sql
                && sql.getSQLState() != null
                && UNDONE_BY_OTHERS.contains(sql.getSQLState());
    }
}
