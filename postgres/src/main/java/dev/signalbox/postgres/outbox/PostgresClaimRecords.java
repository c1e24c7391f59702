package dev.signalbox.postgres.outbox;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.jdbc.Sql;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;

/** The claim records in the side schema. */
public final class PostgresClaimRecords {
    private static final Sql END = SideRecords.SQL.sql(SideRecords.END_CLAIMS);

    private PostgresClaimRecords() {}

    /** Deletes the records of these claims, if the owner is not fenced. */
    public static void end(Connection connection, Incarnation owner, String relay, List<Long> numbers)
            throws SQLException {
        Map<String, Object> values =
                Map.of("owner", owner.value(), "relay", relay, "numbers", numbers.toArray(Long[]::new));
        try (PreparedStatement statement = END.prepare(connection, values)) {
            statement.executeUpdate();
        }
    }
}
