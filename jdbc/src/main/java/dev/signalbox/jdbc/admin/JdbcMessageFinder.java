package dev.signalbox.jdbc.admin;

import dev.signalbox.core.admin.MessageState;
import dev.signalbox.core.admin.OutboxAdmin.MessageDetails;
import dev.signalbox.core.admin.OutboxAdmin.MessageSummary;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.outbox.OutboxSettings;
import dev.signalbox.core.source.ClaimMode;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.jdbc.OutboxLayout;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.admin.AdminTemplates.AheadPart;
import dev.signalbox.jdbc.admin.AdminTemplates.FindPart;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds a message in a table whose rows carry their state. */
final class JdbcMessageFinder extends MessageFinder<String> {
    private final OutboxLayout.StatusWords words;
    private final String relay;
    private final boolean sideSchema;

    JdbcMessageFinder(
            OutboxAdminAccess access,
            OutboxLayout.StatusWords words,
            String relay,
            boolean sideSchema,
            OutboxSettings settings) {
        super(access, settings);
        this.words = words;
        this.relay = relay;
        this.sideSchema = sideSchema;
    }

    @Override
    protected Optional<MessageRow<String>> read(String id) throws SourceException {
        Map<String, Object> values = Map.of(
                "id", id,
                "relay", relay,
                "timeout_micros", settings.processingTimeout().toNanos() / 1_000,
                "shown", SHOWN);
        Sql sql = access.sql(
                access.dialect().templates().find(), Map.of(), sideSchema ? Set.of(FindPart.SIDE) : Set.of());
        return access.run("read a message", connection -> sql.first(connection, values, this::row));
    }

    private MessageRow<String> row(ResultSet row) throws SQLException {
        String word = String.valueOf(row.getString("status"));
        MessageState state = AdminRowReader.state(words, word)
                .orElseThrow(() -> new SQLException("its state '" + word + "' is none of the words configured"));
        MessageSummary summary = reader.summary(row, state);
        return new MessageRow<>(
                summary,
                Shards.shardOf(summary.group() == null ? summary.id() : summary.group()),
                row.getString("created_key"),
                AdminRowReader.payload(row),
                claim(row, state),
                AdminRowReader.suspicion(row));
    }

    /** With claim mode {@code own} the row of a claimed message says that it waits, but the claim may be recorded. */
    private MessageDetails.@Nullable ClaimHolder claim(ResultSet row, MessageState state) throws SQLException {
        String incarnation = row.getString("incarnation");
        boolean marked = state == MessageState.PROCESSING;
        boolean owned = state == MessageState.PENDING && settings.claimMode() == ClaimMode.OWN && incarnation != null;
        if (!marked && !owned) {
            return null;
        }
        return incarnation == null
                ? new MessageDetails.ClaimHolder(
                        null, null, reader.moment(row, "held_since"), reader.moment(row, "claimed_until"))
                : new MessageDetails.ClaimHolder(
                        incarnation, row.getString("node"), reader.moment(row, "claimed_at"), null);
    }

    @Override
    protected List<MessageDetails.GroupMessage> blockers(String group, MessageRow<String> row) throws SourceException {
        Map<String, @Nullable Object> values = new HashMap<>();
        values.put("group", group);
        values.put("relay", relay);
        values.put("id", row.summary().id());
        values.put("created", row.key());
        Sql sql = access.sql(
                access.dialect().templates().ahead(),
                Map.of(),
                settings.holdExhausted() ? Set.of(AheadPart.HOLD_EXHAUSTED) : Set.of());
        return access.run(
                "look at a group",
                connection -> sql.list(connection, values, it -> groupMessage(it, state(it.getInt("kind")))));
    }

    private static MessageState state(int kind) {
        return switch (kind) {
            case 1 -> MessageState.PROCESSING;
            case 2 -> MessageState.PENDING;
            default -> MessageState.FAILED;
        };
    }
}
