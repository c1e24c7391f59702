package dev.signalbox.postgres.outbox;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.message.Suspicion;
import dev.signalbox.jdbc.NamedStatements;
import dev.signalbox.jdbc.SqlFolder;
import dev.signalbox.jdbc.outbox.ClaimedRows;
import dev.signalbox.jdbc.outbox.MarkSuspectsInFlight;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The records of claims and suspects in the side schema. */
public final class PostgresSideRecords {
    private enum Statement {
        END_CLAIMS,
        SUSPECTS,
        MARK_IN_FLIGHT,
        END_ALONE
    }

    private static final NamedStatements<Statement> SQL =
            SqlFolder.beside(PostgresSideRecords.class).statements("records.sql", Statement.class);

    private PostgresSideRecords() {}

    /** Deletes the records of these claims, if the owner is not fenced. */
    public static void endClaims(Connection connection, Incarnation owner, String relay, List<Long> numbers)
            throws SQLException {
        SQL.sql(Statement.END_CLAIMS)
                .update(
                        connection,
                        Map.of("owner", owner.value(), "relay", relay, "numbers", numbers.toArray(Long[]::new)));
    }

    /** Returns the writer that records suspects of this relay as in flight. */
    public static MarkSuspectsInFlight.SuspectWriter marking(String relay) {
        return (connection, owner, ids, alone) -> SQL.sql(Statement.MARK_IN_FLIGHT)
                .query(
                        connection,
                        Map.of(
                                "owner",
                                owner.value(),
                                "relay",
                                relay,
                                "ids",
                                ids.toArray(String[]::new),
                                "alone",
                                alone,
                                "window",
                                Suspicion.WINDOW.toString()),
                        row -> row.next() && row.getBoolean("owned"));
    }

    /** Makes a suspect that was recorded as alone in flight a marked message again, if the owner is not fenced. */
    public static void endAlone(Connection connection, Incarnation owner, String relay, String id) throws SQLException {
        SQL.sql(Statement.END_ALONE).update(connection, Map.of("owner", owner.value(), "relay", relay, "id", id));
    }

    public static Map<String, Suspicion> suspects(Connection connection, String relay) throws SQLException {
        return SQL.sql(Statement.SUSPECTS).query(connection, Map.of("relay", relay), PostgresSideRecords::readSuspects);
    }

    /** Reads the remaining rows, with the columns {@code id}, {@code level} and {@code crashes}. */
    public static Map<String, Suspicion> readSuspects(ResultSet rows) throws SQLException {
        Map<String, Suspicion> suspects = new HashMap<>();
        while (rows.next()) {
            suspects.put(rows.getString("id"), ClaimedRows.suspicion(rows.getInt("level"), rows.getInt("crashes")));
        }
        return suspects;
    }
}
