package dev.signalbox.postgres.outbox;

import dev.signalbox.core.message.Suspicion;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.outbox.ClaimedRows;
import dev.signalbox.jdbc.outbox.MarkSuspectsInFlight;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;

/** The suspects of a relay. */
public final class PostgresSuspects {
    private static final Sql SUSPECTS = SideRecords.SQL.sql(SideRecords.SUSPECTS);
    private static final Sql MARK = SideRecords.SQL.sql(SideRecords.MARK_IN_FLIGHT);

    private PostgresSuspects() {}

    /** Returns the writer that records suspects of this relay as in flight. */
    public static MarkSuspectsInFlight.SuspectWriter marking(String relay) {
        return (connection, owner, ids) -> {
            Map<String, Object> values =
                    Map.of("owner", owner.value(), "relay", relay, "ids", ids.toArray(String[]::new));
            try (PreparedStatement statement = MARK.prepare(connection, values);
                    ResultSet rows = statement.executeQuery()) {
                return rows.next() && rows.getBoolean("owned");
            }
        };
    }

    /** The suspicion of each suspect. */
    public static Map<String, Suspicion> load(Connection connection, String relay) throws SQLException {
        try (PreparedStatement statement = SUSPECTS.prepare(connection, Map.of("relay", relay));
                ResultSet rows = statement.executeQuery()) {
            return read(rows);
        }
    }

    /** Reads the remaining rows, with the columns {@code id}, {@code level} and {@code crashes}. */
    public static Map<String, Suspicion> read(ResultSet rows) throws SQLException {
        Map<String, Suspicion> suspects = new HashMap<>();
        while (rows.next()) {
            suspects.put(rows.getString("id"), ClaimedRows.suspicion(rows.getInt("level"), rows.getInt("crashes")));
        }
        return suspects;
    }
}
