package dev.signalbox.postgres.outbox;

import dev.signalbox.core.message.Suspicion;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.SqlTemplate;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** The messages of a relay that may have ended a process. */
public final class Suspects {
    private static final Sql SUSPECTS =
            SqlTemplate.load(Suspects.class, "suspects.sql").fill(Map.of(), Set.of());

    private Suspects() {}

    /** What is held against which message. */
    public static Map<String, Suspicion> load(Connection connection, String relay) throws SQLException {
        try (PreparedStatement statement = SUSPECTS.prepare(connection, Map.of("relay", relay));
                ResultSet rows = statement.executeQuery()) {
            return read(rows);
        }
    }

    /** The rest of an answer, with the columns {@code id}, {@code level} and {@code crashes}. */
    public static Map<String, Suspicion> read(ResultSet rows) throws SQLException {
        Map<String, Suspicion> suspects = new HashMap<>();
        while (rows.next()) {
            Suspicion.Level level = rows.getInt("level") >= 2 ? Suspicion.Level.IN_FLIGHT : Suspicion.Level.HELD;
            suspects.put(rows.getString("id"), new Suspicion(level, rows.getInt("crashes")));
        }
        return suspects;
    }
}
