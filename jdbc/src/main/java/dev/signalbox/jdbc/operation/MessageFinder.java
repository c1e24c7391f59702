package dev.signalbox.jdbc.operation;

import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.delivery.Ordering;
import dev.signalbox.core.message.Suspicion;
import dev.signalbox.core.operation.MessageDetails;
import dev.signalbox.core.operation.MessageState;
import dev.signalbox.core.operation.MessageSummary;
import dev.signalbox.core.source.Holding;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.outbox.OutboxSettings;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds one message with all that the database knows about it. */
public final class MessageFinder {
    public static final int SHOWN = 16_384;

    private final DeskAccess access;
    private final Rows rows;
    private final StateWords words;
    private final String relay;
    private final boolean sideSchema;
    private final OutboxSettings settings;

    MessageFinder(DeskAccess access, StateWords words, String relay, boolean sideSchema, OutboxSettings settings) {
        this.access = access;
        this.rows = new Rows(access.dialect());
        this.words = words;
        this.relay = relay;
        this.sideSchema = sideSchema;
        this.settings = settings;
    }

    /** A row as it was found, before its group was looked at. */
    private record Found(
            MessageSummary summary,
            String createdKey,
            MessageDetails.PayloadText payload,
            MessageDetails.@Nullable Hold claim,
            Suspicion suspicion) {}

    private record Group(MessageDetails.@Nullable Ahead ahead, MessageDetails.@Nullable Ahead deadLetter) {
        static final Group NOTHING = new Group(null, null);
    }

    Optional<MessageDetails> find(String id) throws SourceException {
        Map<String, @Nullable Object> values = new HashMap<>();
        values.put("id", id);
        values.put("relay", relay);
        values.put("timeout_micros", settings.processingTimeout().toNanos() / 1_000);
        values.put("shown", SHOWN);
        Sql sql = access.sql("find", Map.of(), sideSchema ? Set.of("side") : Set.of());
        Optional<Found> found;
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

    private MessageDetails complete(Found found) throws SourceException {
        MessageSummary summary = found.summary();
        String group = summary.group();
        boolean waits = summary.state() == MessageState.PENDING && settings.ordering() != Ordering.NONE;
        Group around = group != null && waits ? look(group, found) : Group.NOTHING;
        return new MessageDetails(
                summary,
                Shards.shardOf(group == null ? summary.id() : group),
                found.payload(),
                found.claim(),
                found.suspicion(),
                around.ahead(),
                around.deadLetter());
    }

    private Optional<Found> read(Connection connection, Sql sql, Map<String, @Nullable Object> values)
            throws SQLException {
        try (PreparedStatement statement = sql.prepare(connection, values);
                ResultSet row = statement.executeQuery()) {
            if (!row.next()) {
                return Optional.empty();
            }
            String word = row.getString("status");
            MessageState state = words.state(String.valueOf(word))
                    .orElseThrow(() -> new SQLException("its state '" + word + "' is none of the words configured"));
            return Optional.of(new Found(
                    rows.summary(row, state),
                    row.getString("created_key"),
                    Rows.payload(row),
                    claim(row, state),
                    Rows.suspicion(row)));
        }
    }

    /** What is held by ownership waits as far as its row says; then a claim may be on record all the same. */
    private MessageDetails.@Nullable Hold claim(ResultSet row, MessageState state) throws SQLException {
        String incarnation = row.getString("incarnation");
        boolean held = state == MessageState.PROCESSING;
        boolean owned = state == MessageState.PENDING && settings.holding() == Holding.OWN && incarnation != null;
        if (!held && !owned) {
            return null;
        }
        return incarnation == null
                ? new MessageDetails.Hold(null, null, rows.moment(row, "held_since"), rows.moment(row, "claimed_until"))
                : new MessageDetails.Hold(incarnation, row.getString("node"), rows.moment(row, "claimed_at"), null);
    }

    private Group look(String group, Found found) throws SourceException {
        Map<String, @Nullable Object> values = new HashMap<>();
        values.put("group", group);
        values.put("relay", relay);
        values.put("id", found.summary().id());
        values.put("created", found.createdKey());
        Sql sql = access.sql("ahead", Map.of(), settings.holdExhausted() ? Set.of("hold_exhausted") : Set.of());
        return access.run("look at a group", connection -> {
            MessageDetails.Ahead ahead = null;
            MessageDetails.Ahead deadLetter = null;
            try (PreparedStatement statement = sql.prepare(connection, values);
                    ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    MessageState state = switch (row.getInt("kind")) {
                        case 1 -> MessageState.PROCESSING;
                        case 2 -> MessageState.PENDING;
                        default -> MessageState.FAILED;
                    };
                    var other = new MessageDetails.Ahead(row.getString("id"), state, row.getString("error"));
                    if (state == MessageState.FAILED) {
                        deadLetter = other;
                    } else if (ahead == null) {
                        ahead = other;
                    }
                }
            }
            return new Group(ahead, deadLetter);
        });
    }
}
