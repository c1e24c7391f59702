package dev.signalbox.postgres.admin;

import dev.signalbox.core.admin.MessageState;
import dev.signalbox.core.admin.OutboxAdmin.MessageDetails;
import dev.signalbox.core.outbox.OutboxSettings;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.admin.AdminDialect;
import dev.signalbox.jdbc.admin.AdminRowReader;
import dev.signalbox.jdbc.admin.AdminTemplates.AheadPart;
import dev.signalbox.jdbc.admin.AdminTemplates.FindPart;
import dev.signalbox.jdbc.admin.MessageFinder;
import dev.signalbox.jdbc.admin.OutboxAdminAccess;
import dev.signalbox.jdbc.connection.Transactions;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Finds a message in Signalbox's own table. The table has no index on the id, so the search has a time limit. */
final class OwnTableMessageFinder extends MessageFinder<OwnTablePageToken> {
    /** How many rows of a shard are searched for a row of the group, from each end. */
    private static final int LOOKED_AT = 10_000;

    /**
     * The settings of a search.
     *
     * @param relay the name under which claims and suspects are recorded
     * @param within the time limit
     */
    record SearchOptions(String relay, boolean sideSchema, OutboxSettings settings, Duration within) {}

    private final SearchOptions options;

    OwnTableMessageFinder(OutboxAdminAccess access, SearchOptions options) {
        super(access, options.settings());
        this.options = options;
    }

    @Override
    protected Optional<MessageRow<OwnTablePageToken>> read(String id) throws SourceException {
        Sql sql = access.sql(
                OwnTableAdminTemplates.FIND, Map.of(), options.sideSchema() ? Set.of(FindPart.SIDE) : Set.of());
        Map<String, Object> values = Map.of("id", id, "relay", options.relay(), "shown", SHOWN);
        try {
            return access.run(
                    "read a message",
                    connection -> Transactions.run(connection, it -> {
                        PostgresAdminDialect.INSTANCE.allowLongRead(it, options.within());
                        return sql.first(it, values, this::row);
                    }));
        } catch (SourceException e) {
            throw access.kindOf(e) == AdminDialect.FailureKind.OUT_OF_TIME ? tookTooLong(e) : e;
        }
    }

    private SourceException tookTooLong(SourceException e) {
        return new SourceException(
                "looking for a message in outbox table %s was given up: it has no index on id, and reading all of it took too long"
                        .formatted(access.table()),
                e);
    }

    private MessageRow<OwnTablePageToken> row(ResultSet row) throws SQLException {
        String incarnation = row.getString("incarnation");
        return new MessageRow<>(
                reader.summary(row, state(row)),
                row.getInt("shard"),
                new OwnTablePageToken(row.getInt("shard"), row.getLong("position")),
                AdminRowReader.payload(row),
                incarnation == null
                        ? null
                        : new MessageDetails.ClaimHolder(
                                incarnation, row.getString("node"), reader.moment(row, "claimed_at"), null),
                AdminRowReader.suspicion(row));
    }

    private static MessageState state(ResultSet row) throws SQLException {
        return row.getBoolean("failed") ? MessageState.FAILED : MessageState.PENDING;
    }

    @Override
    protected List<MessageDetails.GroupMessage> blockers(String group, MessageRow<OwnTablePageToken> row)
            throws SourceException {
        Map<String, Object> values = Map.of(
                "group", group, "shard", row.shard(), "position", row.key().position(), "most", LOOKED_AT);
        Set<AheadPart> parts = settings.holdExhausted() ? Set.of(AheadPart.HOLD_EXHAUSTED) : Set.of();
        Sql sql = access.sql(OwnTableAdminTemplates.AHEAD, Map.of(), parts);
        return access.run(
                "look at a group", connection -> sql.list(connection, values, it -> groupMessage(it, state(it))));
    }
}
