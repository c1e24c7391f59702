package dev.signalbox.mysql.lease;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** The server's sessions that this user can see: at least its own. */
final class ServerSessions {
    private final LeaseStatementRunner statements;

    ServerSessions(LeaseStatementRunner statements) {
        this.statements = statements;
    }

    /** Those sessions that use this database and have been idle for this long. */
    List<Long> idle(Collection<Long> among, Duration time) throws SQLException {
        List<Long> idle = new ArrayList<>();
        if (among.isEmpty()) {
            return idle;
        }
        try (PreparedStatement statement = statements.prepare(MySqlLeaseSql.SESSIONS.sql(), Map.of());
                ResultSet row = statement.executeQuery()) {
            String database = statement.getConnection().getCatalog();
            while (row.next()) {
                long session = row.getLong("Id");
                boolean silent = "Sleep".equals(row.getString("Command")) && row.getLong("Time") >= time.toSeconds();
                // After a restart of the server, the id may belong to another session.
                if (silent
                        && among.contains(session)
                        && String.valueOf(database).equals(row.getString("db"))) {
                    idle.add(session);
                }
            }
        }
        return idle;
    }

    void end(long session) throws SQLException {
        statements.update(MySqlLeaseSql.END_SESSION.sql(), Map.of("session", session));
    }
}
