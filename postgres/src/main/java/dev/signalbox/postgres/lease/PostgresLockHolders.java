package dev.signalbox.postgres.lease;

import dev.signalbox.jdbc.lease.LockHolder;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/** The sessions that hold an advisory lock. */
final class PostgresLockHolders {
    private static final String OUR_SESSIONS = "signalbox/";

    private PostgresLockHolders() {}

    /** All but this session. */
    static List<LockHolder> of(Connection connection, AdvisoryLockKey key) throws SQLException {
        return PostgresLeaseSql.HOLDERS.sql().list(connection, key.parameters(), PostgresLockHolders::read);
    }

    /** How a session with this process id is named. */
    static String name(int pid) {
        return "process " + pid;
    }

    private static LockHolder read(ResultSet row) throws SQLException {
        boolean ours = row.getBoolean("ours");
        String application = row.getString("application_name");
        int pid = row.getInt("pid");
        return new LockHolder(
                row.wasNull() ? "a prepared transaction" : name(pid),
                row.getString("usename"),
                row.getString("address"),
                row.getString("since"),
                ours,
                ours && application != null && application.startsWith(OUR_SESSIONS));
    }
}
