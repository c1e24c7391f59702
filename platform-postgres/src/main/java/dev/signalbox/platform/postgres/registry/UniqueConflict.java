package dev.signalbox.platform.postgres.registry;

import dev.signalbox.platform.ConflictException;
import dev.signalbox.platform.StoreException;
import java.sql.SQLException;

/** Turns a violated constraint into a conflict that names the field. */
final class UniqueConflict {
    private static final String UNIQUE = "23505";
    private static final String REFERENCED = "23503";

    private UniqueConflict() {}

    /** Work that may violate a constraint. */
    @FunctionalInterface
    interface StoreWork<T> {
        T run() throws StoreException;
    }

    static <T> T named(String field, String message, StoreWork<T> work) throws StoreException, ConflictException {
        try {
            return work.run();
        } catch (StoreException e) {
            if (e.getCause() instanceof SQLException sql
                    && (UNIQUE.equals(sql.getSQLState()) || REFERENCED.equals(sql.getSQLState()))) {
                throw new ConflictException(field, message);
            }
            throw e;
        }
    }
}
