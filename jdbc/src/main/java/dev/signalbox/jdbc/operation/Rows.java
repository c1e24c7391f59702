package dev.signalbox.jdbc.operation;

import dev.signalbox.core.message.Suspicion;
import dev.signalbox.core.operation.MessageDetails;
import dev.signalbox.core.operation.MessageState;
import dev.signalbox.core.operation.MessageSummary;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Turns rows into values. */
public final class Rows {
    private final DeskDialect dialect;

    public Rows(DeskDialect dialect) {
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

    /** A row that is younger than the transaction that looks has no age yet. */
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
