package dev.signalbox.jdbc.admin;

import dev.signalbox.core.admin.MessageDetails;
import dev.signalbox.core.admin.MessageState;
import dev.signalbox.core.admin.MessageSummary;
import dev.signalbox.core.message.Suspicion;
import dev.signalbox.jdbc.Sql;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Turns rows into values. */
public final class AdminRowReader {
    private final AdminDialect dialect;

    public AdminRowReader(AdminDialect dialect) {
        this.dialect = dialect;
    }

    public MessageSummary summary(ResultSet row, MessageState state) throws SQLException {
        return new MessageSummary(
                row.getString("id"),
                row.getString("grp"),
                row.getString("type"),
                state,
                row.getInt("attempts"),
                moment(row, "created"),
                moment(row, "changed"),
                row.getString("error"));
    }

    public @Nullable Instant moment(ResultSet row, String column) throws SQLException {
        return dialect.moment(row, column);
    }

    /** The ids that a statement returns. */
    public static List<String> ids(Connection connection, Sql sql, Map<String, ?> values) throws SQLException {
        List<String> ids = new ArrayList<>();
        try (PreparedStatement statement = sql.prepare(connection, values);
                ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                ids.add(rows.getString("id"));
            }
        }
        return ids;
    }

    /** The age in a column; zero for a row that is younger than the reading transaction. */
    public static @Nullable Duration age(ResultSet row, String column) throws SQLException {
        BigDecimal seconds = row.getBigDecimal(column);
        return seconds == null
                ? null
                : Duration.ofMillis(Math.max(0, seconds.movePointRight(3).longValue()));
    }

    public static MessageDetails.PayloadText payload(ResultSet row) throws SQLException {
        byte[] bytes = row.getBytes("payload");
        String text = bytes == null ? "" : new String(bytes, StandardCharsets.UTF_8);
        long size = row.getLong("size");
        return new MessageDetails.PayloadText(text, size, bytes != null && bytes.length < size);
    }

    public static Suspicion suspicion(ResultSet row) throws SQLException {
        int level = row.getInt("suspicion");
        return level == 0
                ? Suspicion.NONE
                : new Suspicion(level >= 2 ? Suspicion.Level.IN_FLIGHT : Suspicion.Level.HELD, row.getInt("crashes"));
    }
}
