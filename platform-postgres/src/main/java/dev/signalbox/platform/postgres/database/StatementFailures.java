package dev.signalbox.platform.postgres.database;

import dev.signalbox.platform.StoreException;
import java.sql.SQLException;

/** What a failed statement means. */
public final class StatementFailures {
    private static final String UNIQUE = "23505";
    /** Also of a CHECK, of which only the registry's tables have any. */
    private static final String NO_PARTITION = "23514";

    private static final String TIMED_OUT = "57014";

    private StatementFailures() {}

    /** An id is taken already. */
    public static boolean isUnique(StoreException failure) {
        return hasState(failure, UNIQUE);
    }

    /** There is no partition for the day of an id. */
    public static boolean isWithoutPartition(StoreException failure) {
        return hasState(failure, NO_PARTITION);
    }

    /** It took longer than it may. */
    public static boolean isTimedOut(StoreException failure) {
        return hasState(failure, TIMED_OUT);
    }

    private static boolean hasState(StoreException failure, String state) {
        return failure.getCause() instanceof SQLException sql && state.equals(sql.getSQLState());
    }
}
