package dev.signalbox.postgres.operation;

import dev.signalbox.core.delivery.Ordering;
import dev.signalbox.core.message.Suspicion;
import dev.signalbox.core.operation.MessageDetails;
import dev.signalbox.core.operation.MessageState;
import dev.signalbox.core.operation.MessageSummary;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.connection.Transactions;
import dev.signalbox.jdbc.operation.DeskAccess;
import dev.signalbox.jdbc.operation.MessageFinder;
import dev.signalbox.jdbc.operation.Rows;
import dev.signalbox.jdbc.outbox.OutboxSettings;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds one message of Signalbox's own table, which has no index on the id: within a short time, or not at all. */
final class OwnTableFinder {
    private static final Rows ROWS = new Rows(PostgresDesk.INSTANCE);
    /** So many rows of a shard are looked at, from each side, for one of the group. */
    private static final int LOOKED_AT = 10_000;

    /**
     * How it looks.
     *
     * @param relay the name under which claims and suspects are recorded
     * @param within after which time it gives up
     */
    record Manner(String relay, boolean sideSchema, OutboxSettings settings, Duration within) {}

    private final DeskAccess access;
    private final Manner manner;

    OwnTableFinder(DeskAccess access, Manner manner) {
        this.access = access;
        this.manner = manner;
    }

    private record Found(
            MessageSummary summary,
            PlaceMark place,
            MessageDetails.PayloadText payload,
            MessageDetails.@Nullable Hold claim,
            Suspicion suspicion) {}

    private record Group(MessageDetails.@Nullable Ahead ahead, MessageDetails.@Nullable Ahead deadLetter) {
        static final Group NOTHING = new Group(null, null);
    }

    Optional<MessageDetails> find(String id) throws SourceException {
        Sql sql = access.sql("own-find", Map.of(), manner.sideSchema() ? Set.of("side") : Set.of());
        Map<String, @Nullable Object> values = new HashMap<>();
        values.put("id", id);
        values.put("relay", manner.relay());
        values.put("shown", MessageFinder.SHOWN);
        Optional<Found> found;
        try {
            found = access.run(
                    "read a message",
                    connection -> Transactions.run(connection, it -> {
                        PostgresDesk.INSTANCE.allowLongRead(it, manner.within());
                        return read(it, sql, values);
                    }));
        } catch (SourceException e) {
            if (access.isNoSuchValue(e)) {
                return Optional.empty();
            }
            throw isOutOfTime(e) ? tookTooLong(e) : e;
        }
        return found.isEmpty() ? Optional.empty() : Optional.of(complete(found.get()));
    }

    private static boolean isOutOfTime(SourceException e) {
        return e.getCause() instanceof SQLException cause && PostgresDesk.INSTANCE.isOutOfTime(cause);
    }

    private SourceException tookTooLong(SourceException e) {
        return new SourceException(
                "looking for a message in outbox table %s was given up: it has no index on id, and reading all of it took too long"
                        .formatted(access.table()),
                e);
    }

    private static Optional<Found> read(Connection connection, Sql sql, Map<String, @Nullable Object> values)
            throws SQLException {
        try (PreparedStatement statement = sql.prepare(connection, values);
                ResultSet row = statement.executeQuery()) {
            if (!row.next()) {
                return Optional.empty();
            }
            MessageState state = row.getBoolean("failed") ? MessageState.FAILED : MessageState.PENDING;
            return Optional.of(new Found(
                    ROWS.summary(row, state),
                    new PlaceMark(row.getInt("shard"), row.getLong("position")),
                    Rows.payload(row),
                    claim(row),
                    Rows.suspicion(row)));
        }
    }

    private static MessageDetails.@Nullable Hold claim(ResultSet row) throws SQLException {
        String incarnation = row.getString("incarnation");
        return incarnation == null
                ? null
                : new MessageDetails.Hold(incarnation, row.getString("node"), ROWS.moment(row, "claimed_at"), null);
    }

    private MessageDetails complete(Found found) throws SourceException {
        MessageSummary summary = found.summary();
        String group = summary.group();
        boolean waits =
                summary.state() == MessageState.PENDING && manner.settings().ordering() != Ordering.NONE;
        Group around = group != null && waits ? look(group, found.place()) : Group.NOTHING;
        return new MessageDetails(
                summary,
                found.place().shard(),
                found.payload(),
                found.claim(),
                found.suspicion(),
                around.ahead(),
                around.deadLetter());
    }

    private Group look(String group, PlaceMark place) throws SourceException {
        Map<String, Object> values =
                Map.of("group", group, "shard", place.shard(), "position", place.position(), "most", LOOKED_AT);
        Set<String> flags = manner.settings().holdExhausted() ? Set.of("hold_exhausted") : Set.of();
        Sql sql = access.sql("own-ahead", Map.of(), flags);
        return access.run("look at a group", connection -> {
            MessageDetails.Ahead ahead = null;
            MessageDetails.Ahead deadLetter = null;
            try (PreparedStatement statement = sql.prepare(connection, values);
                    ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    MessageState state = row.getBoolean("failed") ? MessageState.FAILED : MessageState.PENDING;
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
