package dev.signalbox.jdbc.admin;

import dev.signalbox.core.admin.MessageState;
import dev.signalbox.core.admin.OutboxAdmin.MessageDetails;
import dev.signalbox.core.admin.OutboxAdmin.MessageSummary;
import dev.signalbox.core.message.Suspicion;
import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.outbox.ClaimedRows;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
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

    /** The state that a status word means. */
    static Optional<MessageState> state(OutboxLayout.StatusWords words, String word) {
        return Arrays.stream(MessageState.values())
                .filter(state -> word.equals(
                        switch (state) {
                            case PENDING -> words.pending();
                            case PROCESSING -> words.processing();
                            case COMPLETED -> words.completed();
                            case FAILED -> words.failed();
                        }))
                .findFirst();
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
        return level == 0 ? Suspicion.NONE : ClaimedRows.suspicion(level, row.getInt("crashes"));
    }
}
