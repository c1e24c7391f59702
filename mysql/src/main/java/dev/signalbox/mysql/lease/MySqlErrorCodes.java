package dev.signalbox.mysql.lease;

import java.sql.SQLException;
import java.util.Set;

/** Classifies the servers' error numbers. */
final class MySqlErrorCodes {
    /** No right to the database, table, column, statement, routine; to end a session; a read-only transaction. */
    private static final Set<Integer> FORBIDDEN = Set.of(1044, 1142, 1143, 1227, 1370, 1095, 1792);
    /** Shutting down, interrupted by the end of the session, killed, aborted, ended for being idle. */
    private static final Set<Integer> BROKEN = Set.of(1053, 1317, 1927, 1080, 1152, 1158, 1159, 1160, 1161, 4031);

    private MySqlErrorCodes() {}

    static boolean isForbidden(SQLException failure) {
        return FORBIDDEN.contains(failure.getErrorCode());
    }

    static boolean isBroken(SQLException failure) {
        return String.valueOf(failure.getSQLState()).startsWith("08") || BROKEN.contains(failure.getErrorCode());
    }
}
