package dev.signalbox.mysql.lease;

import dev.signalbox.jdbc.lease.LockHolder;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** The server's sessions that this user can see: at least its own. */
record ServerSessions(LeaseStatementRunner statements) {

    /** Those sessions that use this database and have been idle for this long. */
    List<Long> idle(Collection<Long> among, Duration time) throws SQLException {
        List<Long> idle = new ArrayList<>();
        if (among.isEmpty()) {
            return idle;
        }
        String database = String.valueOf(statements.connection().getCatalog());
        MySqlLeaseSql.SESSIONS.sql().each(statements.connection(), Map.of(), row -> {
            long session = row.getLong("Id");
            boolean silent = "Sleep".equals(row.getString("Command")) && row.getLong("Time") >= time.toSeconds();
            // After a restart of the server, the id may belong to another session.
            if (silent && among.contains(session) && database.equals(row.getString("db"))) {
                idle.add(session);
            }
        });
        return idle;
    }

    /** A session that holds a named lock. Any user can take one; only a node has the user of this session. */
    LockHolder holder(long session) throws SQLException {
        String user = statements.column(MySqlLeaseSql.USER.sql(), Map.of()).getFirst();
        String name = "session " + session;
        List<LockHolder> found = new ArrayList<>();
        MySqlLeaseSql.SESSIONS.sql().each(statements.connection(), Map.of(), row -> {
            if (row.getLong("Id") == session) {
                boolean ours = user.equals(row.getString("User"));
                found.add(new LockHolder(name, row.getString("User"), row.getString("Host"), null, ours, ours));
            }
        });
        // A user without the privilege PROCESS sees its own sessions only.
        return found.isEmpty() ? new LockHolder(name, null, null, null, false, false) : found.getFirst();
    }

    void end(long session) throws SQLException {
        statements.update(MySqlLeaseSql.END_SESSION.sql(), Map.of("session", session));
    }
}
