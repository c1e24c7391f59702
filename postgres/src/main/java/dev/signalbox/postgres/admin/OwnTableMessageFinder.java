package dev.signalbox.postgres.admin;

import dev.signalbox.core.admin.MessageDetails;
import dev.signalbox.core.admin.MessageState;
import dev.signalbox.core.admin.MessageSummary;
import dev.signalbox.core.delivery.Ordering;
import dev.signalbox.core.message.Suspicion;
import dev.signalbox.core.outbox.OutboxSettings;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.admin.AdminRowReader;
import dev.signalbox.jdbc.admin.AdminTemplates.AheadPart;
import dev.signalbox.jdbc.admin.AdminTemplates.FindPart;
import dev.signalbox.jdbc.admin.JdbcMessageFinder;
import dev.signalbox.jdbc.admin.OutboxAdminAccess;
import dev.signalbox.jdbc.connection.Transactions;
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

/** Finds a message in Signalbox's own table. The table has no index on the id, so the search has a time limit. */
final class OwnTableMessageFinder {
    private static final AdminRowReader ROWS = new AdminRowReader(PostgresAdminDialect.INSTANCE);
    /** How many rows of a shard are searched for a row of the group, from each end. */
    private static final int LOOKED_AT = 10_000;

    /**
     * The settings of a search.
     *
     * @param relay the name under which claims and suspects are recorded
     * @param within the time limit
     */
    record SearchOptions(String relay, boolean sideSchema, OutboxSettings settings, Duration within) {}

    private final OutboxAdminAccess access;
    private final SearchOptions options;

    OwnTableMessageFinder(OutboxAdminAccess access, SearchOptions options) {
        this.access = access;
        this.options = options;
    }

    private record MessageRow(
            MessageSummary summary,
            OwnTablePageToken place,
            MessageDetails.PayloadText payload,
            MessageDetails.@Nullable ClaimHolder claim,
            Suspicion suspicion) {}

    private record GroupBlockers(
            MessageDetails.@Nullable GroupMessage ahead, MessageDetails.@Nullable GroupMessage deadLetter) {
        static final GroupBlockers NOTHING = new GroupBlockers(null, null);
    }

    Optional<MessageDetails> find(String id) throws SourceException {
        Sql sql = access.sql(
                OwnTableAdminTemplates.FIND, Map.of(), options.sideSchema() ? Set.of(FindPart.SIDE) : Set.of());
        Map<String, @Nullable Object> values = new HashMap<>();
        values.put("id", id);
        values.put("relay", options.relay());
        values.put("shown", JdbcMessageFinder.SHOWN);
        Optional<MessageRow> found;
        try {
            found = access.run(
                    "read a message",
                    connection -> Transactions.run(connection, it -> {
                        PostgresAdminDialect.INSTANCE.allowLongRead(it, options.within());
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
        return e.getCause() instanceof SQLException cause && PostgresAdminDialect.INSTANCE.isOutOfTime(cause);
    }

    private SourceException tookTooLong(SourceException e) {
        return new SourceException(
                "looking for a message in outbox table %s was given up: it has no index on id, and reading all of it took too long"
                        .formatted(access.table()),
                e);
    }

    private static Optional<MessageRow> read(Connection connection, Sql sql, Map<String, @Nullable Object> values)
            throws SQLException {
        try (PreparedStatement statement = sql.prepare(connection, values);
                ResultSet row = statement.executeQuery()) {
            if (!row.next()) {
                return Optional.empty();
            }
            MessageState state = row.getBoolean("failed") ? MessageState.FAILED : MessageState.PENDING;
            return Optional.of(new MessageRow(
                    ROWS.summary(row, state),
                    new OwnTablePageToken(row.getInt("shard"), row.getLong("position")),
                    AdminRowReader.payload(row),
                    claim(row),
                    AdminRowReader.suspicion(row)));
        }
    }

    private static MessageDetails.@Nullable ClaimHolder claim(ResultSet row) throws SQLException {
        String incarnation = row.getString("incarnation");
        return incarnation == null
                ? null
                : new MessageDetails.ClaimHolder(
                        incarnation, row.getString("node"), ROWS.moment(row, "claimed_at"), null);
    }

    private MessageDetails complete(MessageRow found) throws SourceException {
        MessageSummary summary = found.summary();
        String group = summary.group();
        boolean waits =
                summary.state() == MessageState.PENDING && options.settings().ordering() != Ordering.NONE;
        GroupBlockers around = group != null && waits ? look(group, found.place()) : GroupBlockers.NOTHING;
        return new MessageDetails(
                summary,
                found.place().shard(),
                found.payload(),
                found.claim(),
                found.suspicion(),
                around.ahead(),
                around.deadLetter());
    }

    private GroupBlockers look(String group, OwnTablePageToken place) throws SourceException {
        Map<String, Object> values =
                Map.of("group", group, "shard", place.shard(), "position", place.position(), "most", LOOKED_AT);
        Set<AheadPart> parts = options.settings().holdExhausted() ? Set.of(AheadPart.HOLD_EXHAUSTED) : Set.of();
        Sql sql = access.sql(OwnTableAdminTemplates.AHEAD, Map.of(), parts);
        return access.run("look at a group", connection -> {
            MessageDetails.GroupMessage groupMessage = null;
            MessageDetails.GroupMessage deadLetter = null;
            try (PreparedStatement statement = sql.prepare(connection, values);
                    ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    MessageState state = row.getBoolean("failed") ? MessageState.FAILED : MessageState.PENDING;
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
