package dev.signalbox.jdbc.admin;

import dev.signalbox.core.admin.MessageDetails;
import dev.signalbox.core.admin.MessageState;
import dev.signalbox.core.admin.MessageSummary;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.delivery.Ordering;
import dev.signalbox.core.message.Suspicion;
import dev.signalbox.core.outbox.OutboxSettings;
import dev.signalbox.core.source.ClaimMode;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.admin.AdminTemplates.AheadPart;
import dev.signalbox.jdbc.admin.AdminTemplates.FindPart;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds one message with everything that the database knows about it. */
public final class JdbcMessageFinder {
    public static final int SHOWN = 16_384;

    private final OutboxAdminAccess access;
    private final AdminRowReader reader;
    private final StateWordMapping words;
    private final String relay;
    private final boolean sideSchema;
    private final OutboxSettings settings;

    JdbcMessageFinder(
            OutboxAdminAccess access,
            StateWordMapping words,
            String relay,
            boolean sideSchema,
            OutboxSettings settings) {
        this.access = access;
        this.reader = new AdminRowReader(access.dialect());
        this.words = words;
        this.relay = relay;
        this.sideSchema = sideSchema;
        this.settings = settings;
    }

    /** A row before its group is read. */
    private record MessageRow(
            MessageSummary summary,
            String createdKey,
            MessageDetails.PayloadText payload,
            MessageDetails.@Nullable ClaimHolder claim,
            Suspicion suspicion) {}

    private record GroupBlockers(
            MessageDetails.@Nullable GroupMessage ahead, MessageDetails.@Nullable GroupMessage deadLetter) {
        static final GroupBlockers NOTHING = new GroupBlockers(null, null);
    }

    Optional<MessageDetails> find(String id) throws SourceException {
        Map<String, @Nullable Object> values = new HashMap<>();
        values.put("id", id);
        values.put("relay", relay);
        values.put("timeout_micros", settings.processingTimeout().toNanos() / 1_000);
        values.put("shown", SHOWN);
        Sql sql = access.sql(
                access.dialect().templates().find(), Map.of(), sideSchema ? Set.of(FindPart.SIDE) : Set.of());
        Optional<MessageRow> found;
        try {
            found = access.run("read a message", connection -> read(connection, sql, values));
        } catch (SourceException e) {
            if (access.isNoSuchValue(e)) {
                return Optional.empty();
            }
            throw e;
        }
        return found.isEmpty() ? Optional.empty() : Optional.of(complete(found.get()));
    }

    private MessageDetails complete(MessageRow found) throws SourceException {
        MessageSummary summary = found.summary();
        String group = summary.group();
        boolean waits = summary.state() == MessageState.PENDING && settings.ordering() != Ordering.NONE;
        GroupBlockers around = group != null && waits ? look(group, found) : GroupBlockers.NOTHING;
        return new MessageDetails(
                summary,
                Shards.shardOf(group == null ? summary.id() : group),
                found.payload(),
                found.claim(),
                found.suspicion(),
                around.ahead(),
                around.deadLetter());
    }

    private Optional<MessageRow> read(Connection connection, Sql sql, Map<String, @Nullable Object> values)
            throws SQLException {
        try (PreparedStatement statement = sql.prepare(connection, values);
                ResultSet row = statement.executeQuery()) {
            if (!row.next()) {
                return Optional.empty();
            }
            String word = row.getString("status");
            MessageState state = words.state(String.valueOf(word))
                    .orElseThrow(() -> new SQLException("its state '" + word + "' is none of the words configured"));
            return Optional.of(new MessageRow(
                    reader.summary(row, state),
                    row.getString("created_key"),
                    AdminRowReader.payload(row),
                    claim(row, state),
                    AdminRowReader.suspicion(row)));
        }
    }

    /** With claim mode {@code own} the row of a claimed message says that it waits, but the claim may be recorded. */
    private MessageDetails.@Nullable ClaimHolder claim(ResultSet row, MessageState state) throws SQLException {
        String incarnation = row.getString("incarnation");
        boolean held = state == MessageState.PROCESSING;
        boolean owned = state == MessageState.PENDING && settings.holding() == ClaimMode.OWN && incarnation != null;
        if (!held && !owned) {
            return null;
        }
        return incarnation == null
                ? new MessageDetails.ClaimHolder(
                        null, null, reader.moment(row, "held_since"), reader.moment(row, "claimed_until"))
                : new MessageDetails.ClaimHolder(
                        incarnation, row.getString("node"), reader.moment(row, "claimed_at"), null);
    }

    private GroupBlockers look(String group, MessageRow found) throws SourceException {
        Map<String, @Nullable Object> values = new HashMap<>();
        values.put("group", group);
        values.put("relay", relay);
        values.put("id", found.summary().id());
        values.put("created", found.createdKey());
        Sql sql = access.sql(
                access.dialect().templates().ahead(),
                Map.of(),
                settings.holdExhausted() ? Set.of(AheadPart.HOLD_EXHAUSTED) : Set.of());
        return access.run("look at a group", connection -> {
            MessageDetails.GroupMessage groupMessage = null;
            MessageDetails.GroupMessage deadLetter = null;
            try (PreparedStatement statement = sql.prepare(connection, values);
                    ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    MessageState state = switch (row.getInt("kind")) {
                        case 1 -> MessageState.PROCESSING;
                        case 2 -> MessageState.PENDING;
                        default -> MessageState.FAILED;
                    };
                    var other = new MessageDetails.GroupMessage(row.getString("id"), state, row.getString("error"));
                    if (state == MessageState.FAILED) {
                        deadLetter = other;
                    } else if (groupMessage == null) {
                        groupMessage = other;
                    }
                }
            }
            return new GroupBlockers(groupMessage, deadLetter);
        });
    }
}
