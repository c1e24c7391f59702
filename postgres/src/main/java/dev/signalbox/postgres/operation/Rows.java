package dev.signalbox.postgres.operation;

import dev.signalbox.core.operation.MessageState;
import dev.signalbox.core.operation.MessageSummary;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/** Turns rows into values. */
final class Rows {
    private Rows() {}

    static MessageSummary summary(ResultSet row, MessageState state) throws SQLException {
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

    static @Nullable Instant moment(ResultSet row, String column) throws SQLException {
        OffsetDateTime moment = row.getObject(column, OffsetDateTime.class);
        return moment == null ? null : moment.toInstant();
    }
}
