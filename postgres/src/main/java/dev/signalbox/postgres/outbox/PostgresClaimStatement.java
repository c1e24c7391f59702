package dev.signalbox.postgres.outbox;

import dev.signalbox.core.source.ClaimSource.SkippedMessages;
import dev.signalbox.jdbc.PartSelection;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.jdbc.outbox.CandidateRow;
import dev.signalbox.jdbc.outbox.ClaimStatementResult;
import dev.signalbox.jdbc.outbox.ClaimedRows;
import dev.signalbox.jdbc.outbox.GroupPrefix;
import dev.signalbox.jdbc.outbox.OutboxContext;
import dev.signalbox.jdbc.outbox.OutboxStatements;
import dev.signalbox.postgres.outbox.PostgresOutboxTemplates.ClaimPart;
import dev.signalbox.postgres.outbox.PostgresOutboxTemplates.RecordPart;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Claims the selected candidates in one statement: marks them, or only records the claim. */
final class PostgresClaimStatement {
    private static final int ID = 1;
    private static final int GROUP = 2;
    private static final int TYPE = 3;
    private static final int SIZE = 4;
    private static final int PAYLOAD = 5;
    private static final int ATTEMPTS = 6;
    private static final int CREATED = 7;
    private static final int CLAIMED = 8;
    private static final int LEVEL = 9;
    private static final int OVERSIZED = 10;
    private static final int HEADERS = 11;

    /** The level of a message that is not a suspect but has failed before. */
    private static final int FAILED_BEFORE = -1;

    /** The level of a message that had a processed event before the claim. */
    private static final int PROCESSED_BEFORE = -2;

    private final PostgresOutboxSql sql;
    private final OutboxContext context;

    PostgresClaimStatement(PostgresOutboxSql sql, OutboxContext context) {
        this.sql = sql;
        this.context = context;
    }

    ClaimStatementResult run(Connection connection, OutboxStatements.RowsToClaim query) throws SQLException {
        PrefetchedContents contents =
                context.owns() ? PrefetchedContents.of(query.prefixes()) : PrefetchedContents.UNREAD;
        Sql take = context.owns()
                ? sql.get(PostgresOutboxTemplates.RECORD, contents.all() ? Set.of() : Set.of(RecordPart.UNREAD))
                : sql.get(
                        PostgresOutboxTemplates.CLAIM,
                        claimParts(query.prefixes().stream().anyMatch(GroupPrefix::offered)));
        Map<String, @Nullable Object> values = values(query.prefixes());
        values.put("owner", query.owner().value());
        values.put("relay", context.relay());
        values.put("max_payload", context.settings().maxPayloadBytes());
        values.put("number", query.number());
        values.put("timeout", context.settings().processingTimeout().toString());
        ClaimedRows taken = new ClaimedRows(query.number());
        take.query(connection, values, rows -> read(rows, taken));
        contents.rows().forEach(taken::add);
        if (!taken.processedBefore().isEmpty()) {
            skipProcessed(connection, query, taken);
        }
        return taken.inOrderOf(query.prefixes(), context.inOrder());
    }

    /** Handles messages that may have been published before, and removes those that must not be published. */
    private void skipProcessed(Connection connection, OutboxStatements.RowsToClaim query, ClaimedRows taken)
            throws SQLException {
        Map<String, @Nullable Object> values = new HashMap<>();
        values.put("owner", query.owner().value());
        values.put("relay", context.relay());
        values.put("ids", taken.processedBefore().toArray(String[]::new));
        values.put("reason", ClaimedRows.DOUBTFUL);
        List<SkippedMessages> skipped = sql.get(PostgresOutboxTemplates.PROCESSED_BEFORE)
                .list(connection, values, row -> {
                    taken.remove(row.getString("id"));
                    return new SkippedMessages(row.getBoolean("published") ? 1 : 0, row.getBoolean("given_up") ? 1 : 0);
                });
        taken.passedOver(skipped.stream().reduce(SkippedMessages.NOTHING, SkippedMessages::plus));
    }

    /** The contents that the candidate query already read: of all rows, or of none. */
    private record PrefetchedContents(boolean all, List<ClaimedRows.ClaimedRow> rows) {
        static final PrefetchedContents UNREAD = new PrefetchedContents(false, List.of());

        static PrefetchedContents of(List<GroupPrefix> prefixes) {
            List<ClaimedRows.ClaimedRow> claimedRows = new ArrayList<>();
            for (GroupPrefix prefix : prefixes) {
                for (CandidateRow row : prefix.rows()) {
                    if (row.content() == null) {
                        return UNREAD;
                    }
                    claimedRows.add(row.content());
                }
            }
            return new PrefetchedContents(true, claimedRows);
        }
    }

    private static Map<String, @Nullable Object> values(List<GroupPrefix> prefixes) {
        List<String> ids = new ArrayList<>();
        List<Integer> numbers = new ArrayList<>();
        List<String> offeredGroups = new ArrayList<>();
        List<Integer> offeredNumbers = new ArrayList<>();
        for (int number = 0; number < prefixes.size(); number++) {
            GroupPrefix prefix = prefixes.get(number);
            for (CandidateRow row : prefix.rows()) {
                ids.add(row.id());
                numbers.add(number);
            }
            if (prefix.offered() && prefix.group() != null) {
                offeredGroups.add(prefix.group());
                offeredNumbers.add(number);
            }
        }
        Map<String, @Nullable Object> values = new HashMap<>();
        values.put("ids", ids.toArray(String[]::new));
        values.put("prefix_numbers", numbers.toArray(Integer[]::new));
        values.put("offered_groups", offeredGroups.toArray(String[]::new));
        values.put("offered_numbers", offeredNumbers.toArray(Integer[]::new));
        return values;
    }

    private Set<ClaimPart> claimParts(boolean offered) {
        return PartSelection.of(ClaimPart.class)
                .with(ClaimPart.LEASE, context.byLeaseRow())
                .with(ClaimPart.OFFERED, offered)
                .with(ClaimPart.IN_ORDER, context.inOrder())
                .with(ClaimPart.HOLD_EXHAUSTED, context.settings().holdExhausted())
                .parts();
    }

    // Reads columns by number: a lookup by name in each row is a considerable part of the work on a message
    private ClaimedRows read(ResultSet rows, ClaimedRows taken) throws SQLException {
        TimestampColumn claimed = TimestampColumn.of(rows, CLAIMED);
        TimestampColumn created = TimestampColumn.of(rows, CREATED);
        while (rows.next()) {
            String id = rows.getString(ID);
            int level = rows.getInt(LEVEL);
            if (id == null) {
                taken.claimedAt(claimed.in(rows));
            } else if (level > 0) {
                taken.suspect(id, level, rows.getInt(ATTEMPTS));
            } else if (level == FAILED_BEFORE) {
                taken.failed(id, rows.getInt(ATTEMPTS));
            } else if (level == PROCESSED_BEFORE) {
                taken.processed(id);
            } else {
                taken.add(row(rows, id, created.in(rows)));
            }
        }
        return taken;
    }

    private ClaimedRows.ClaimedRow row(ResultSet rows, String id, Instant created) throws SQLException {
        String type = rows.getString(TYPE);
        return new ClaimedRows.ClaimedRow(
                id,
                rows.getString(GROUP),
                type == null ? "" : type,
                ClaimedRows.payload(rows.getBytes(PAYLOAD), rows.getLong(SIZE), rows.getString(OVERSIZED)),
                rows.getInt(ATTEMPTS),
                created,
                sql.headers().read(rows, HEADERS));
    }
}
