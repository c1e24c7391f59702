package dev.signalbox.mysql.outbox;

import dev.signalbox.core.message.Message;
import dev.signalbox.core.message.Payload;
import dev.signalbox.core.message.Suspicion;
import dev.signalbox.jdbc.HeaderColumns;
import dev.signalbox.jdbc.JsonTexts;
import dev.signalbox.jdbc.outbox.CandidateRow;
import dev.signalbox.jdbc.outbox.ClaimStatementResult;
import dev.signalbox.jdbc.outbox.ClaimedRows;
import dev.signalbox.jdbc.outbox.GroupPrefix;
import dev.signalbox.jdbc.outbox.OutboxStatements.RowsToClaim;
import dev.signalbox.mysql.outbox.MySqlOutboxTemplates.ClaimStatement;
import dev.signalbox.mysql.outbox.MySqlOutboxTemplates.ReadRowsPart;
import dev.signalbox.mysql.outbox.MySqlOutboxTemplates.RowStatement;
import dev.signalbox.mysql.outbox.MySqlOutboxTemplates.SuspectStatement;
import dev.signalbox.mysql.outbox.OutboxSession.LockedLease;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Claims the chosen rows: marks them, or only records the claim. */
final class MySqlClaimTransaction {
    private final MySqlGroupPrefixReader reading;
    private final KnownRowPositions rowPositions;

    MySqlClaimTransaction(MySqlGroupPrefixReader reading, KnownRowPositions rowPositions) {
        this.reading = reading;
        this.rowPositions = rowPositions;
    }

    ClaimStatementResult run(OutboxSession on, RowsToClaim query) throws SQLException {
        ClaimedRows rows = new ClaimedRows(query.number());
        Optional<LockedLease> locked = on.lockLease(query.owner());
        if (locked.isEmpty()) {
            return rows.inOrderOf(List.of(), true);
        }
        LockedLease lease = locked.get();
        String moment = on.table().mark(lease.moment(), on.settings().processingTimeout());
        rows.claimedAt(UtcTimestamps.instant(moment));
        List<CandidateRow> chosen = query.prefixes().stream()
                .flatMap(prefix -> prefix.rows().stream())
                .toList();
        List<String> ids = chosen.stream().map(CandidateRow::id).toList();
        read(on, chosen, rows);
        if (lease.suspects()) {
            on.each(
                    SuspectStatement.SUSPECTS,
                    Map.of("relay", on.relay(), "ids", ids, "window", Suspicion.WINDOW.toSeconds()),
                    row -> rows.suspect(row.getString("id"), row.getInt("level"), row.getInt("crashes")));
        }
        if (lease.failures()) {
            MySqlFailureRecords.attempts(on, ids).forEach(rows::failed);
        }
        List<GroupPrefix> prefixes = unblocked(on, query.prefixes());
        ClaimStatementResult result = rows.inOrderOf(prefixes, on.context().inOrder());
        if (MySqlProcessedEvents.areRecorded(on)) {
            result = withoutProcessed(on, lease, rows, prefixes, result);
        }
        if (!result.messages().isEmpty()) {
            keep(on, query, ids(result), moment);
        }
        return result;
    }

    /** Drops events that were published before, and records the others as processed events. */
    private static ClaimStatementResult withoutProcessed(
            OutboxSession on,
            LockedLease lease,
            ClaimedRows rows,
            List<GroupPrefix> prefixes,
            ClaimStatementResult chosen)
            throws SQLException {
        Map<String, String> known = MySqlProcessedEvents.of(on, ids(chosen));
        MySqlProcessedEvents.SkippedEvents skipped = MySqlProcessedEvents.skipProcessed(on, lease, known);
        skipped.over().forEach(rows::remove);
        rows.passedOver(skipped.settled());
        ClaimStatementResult result = skipped.over().isEmpty()
                ? chosen
                : rows.inOrderOf(prefixes, on.context().inOrder());
        List<String> fresh =
                ids(result).stream().filter(id -> !known.containsKey(id)).toList();
        MySqlProcessedEvents.chosen(on, fresh);
        return result;
    }

    private static List<String> ids(ClaimStatementResult result) {
        return result.messages().stream().map(Message::id).toList();
    }

    /** Rows that were read completely when they were chosen are read again only to lock them. */
    private void read(OutboxSession on, List<CandidateRow> chosen, ClaimedRows claimed) throws SQLException {
        List<String> unread = new ArrayList<>();
        for (CandidateRow row : chosen) {
            if (on.context().owns() && row.content() != null) {
                claimed.add(row.content());
            } else {
                unread.add(row.id());
            }
        }
        if (!unread.isEmpty()) {
            readAgain(on, unread, claimed);
        }
    }

    private void readAgain(OutboxSession on, List<String> ids, ClaimedRows claimed) throws SQLException {
        Map<String, Object> values = new HashMap<>();
        values.put("ids", on.table().ids(ids));
        values.put("max_payload", on.settings().maxPayloadBytes());
        Set<ReadRowsPart> parts = EnumSet.noneOf(ReadRowsPart.class);
        if (!on.context().owns()) {
            parts.add(ReadRowsPart.MARK);
        }
        rowPositions.of(ids).ifPresent(known -> {
            parts.add(ReadRowsPart.PLACED);
            values.put("places", known);
        });
        // Filter by exact id: the column's collation may match a row with another id
        Set<String> wanted = new HashSet<>(ids);
        on.sql().get(MySqlOutboxTemplates.READ_ROWS, parts).each(on.connection(), values, row -> {
            if (wanted.contains(row.getString("id"))) {
                Payload payload =
                        ClaimedRows.payload(row.getBytes("payload"), row.getLong("size"), row.getString("oversized"));
                claimed.add(row(row, on.table().headers(), payload));
            }
        });
    }

    static ClaimedRows.ClaimedRow row(ResultSet row, HeaderColumns headers, Payload payload) throws SQLException {
        String type = row.getString("type");
        return new ClaimedRows.ClaimedRow(
                row.getString("id"),
                row.getString("grp"),
                type == null ? "" : type,
                payload,
                row.getInt("attempts"),
                UtcTimestamps.instant(row.getString("created")),
                headers.read(row));
    }

    /** Cached rows come without reading the group, so another owner may hold the group up. */
    private List<GroupPrefix> unblocked(OutboxSession on, List<GroupPrefix> prefixes) throws SQLException {
        List<String> offered = prefixes.stream()
                .filter(GroupPrefix::offered)
                .map(prefix -> String.valueOf(prefix.group()))
                .toList();
        if (!on.context().inOrder() || !reading.looksForBlocked() || offered.isEmpty()) {
            return prefixes;
        }
        Set<String> blocked = new HashSet<>();
        reading.blocked(on, offered).forEach(index -> blocked.add(offered.get(index)));
        return prefixes.stream()
                .filter(prefix -> !prefix.offered() || !blocked.contains(String.valueOf(prefix.group())))
                .toList();
    }

    private static void keep(OutboxSession on, RowsToClaim query, List<String> ids, String moment) throws SQLException {
        if (!on.context().owns()) {
            on.update(RowStatement.MARK, Map.of("ids", on.table().ids(ids), "moment", moment));
        }
        if (on.context().byLeaseRow()) {
            on.update(
                    ClaimStatement.RECORD,
                    Map.of(
                            "relay", on.relay(),
                            "owner", query.owner().value(),
                            "number", query.number(),
                            "moment", moment,
                            "ids", JsonTexts.of(ids)));
        }
    }
}
