package dev.signalbox.mysql.outbox;

import dev.signalbox.core.message.Message;
import dev.signalbox.core.message.Payload;
import dev.signalbox.jdbc.HeaderColumns;
import dev.signalbox.jdbc.outbox.CandidateRow;
import dev.signalbox.jdbc.outbox.ClaimStatementResult;
import dev.signalbox.jdbc.outbox.ClaimedRows;
import dev.signalbox.jdbc.outbox.GroupPrefix;
import dev.signalbox.jdbc.outbox.OutboxContext;
import dev.signalbox.jdbc.outbox.OutboxStatements.RowsToClaim;
import dev.signalbox.mysql.outbox.MySqlOutboxTemplates.ClaimStatement;
import dev.signalbox.mysql.outbox.MySqlOutboxTemplates.RowStatement;
import dev.signalbox.mysql.outbox.MySqlOutboxTemplates.SuspectStatement;
import dev.signalbox.mysql.outbox.MySqlOutboxTemplates.TakePart;
import dev.signalbox.mysql.outbox.OutboxStatementRunner.Template;
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
    private final MySqlOutboxTable table;
    private final OutboxContext context;
    private final MySqlGroupPrefixReader reading;
    private final KnownRowPositions rowPositions;
    private final MySqlFailureRecords failures;
    private final MySqlProcessedEvents processedEvents;

    MySqlClaimTransaction(
            MySqlOutboxTable table,
            OutboxContext context,
            MySqlGroupPrefixReader reading,
            KnownRowPositions rowPositions) {
        this.table = table;
        this.context = context;
        this.reading = reading;
        this.rowPositions = rowPositions;
        this.failures = new MySqlFailureRecords(table, context);
        this.processedEvents = new MySqlProcessedEvents(table, context);
    }

    ClaimStatementResult run(OutboxStatementRunner on, RowsToClaim query) throws SQLException {
        ClaimedRows rows = new ClaimedRows(query.number());
        Optional<LockedLease> lease = LockedLease.lock(on, context, query.owner());
        if (lease.isEmpty()) {
            return rows.inOrderOf(List.of(), true);
        }
        String moment = table.mark(lease.get().moment(), context.settings().processingTimeout());
        rows.claimedAt(UtcTimestamps.instant(moment));
        List<CandidateRow> chosen = query.prefixes().stream()
                .flatMap(prefix -> prefix.rows().stream())
                .toList();
        read(on, chosen, rows);
        if (lease.get().suspects()) {
            suspects(on, chosen.stream().map(CandidateRow::id).toList(), rows);
        }
        if (lease.get().failures()) {
            failures.attempts(on, chosen.stream().map(CandidateRow::id).toList())
                    .forEach(rows::failed);
        }
        List<GroupPrefix> prefixes = unblocked(on, query.prefixes());
        ClaimStatementResult result = rows.inOrderOf(prefixes, context.inOrder());
        if (processedEvents.areRecorded()) {
            result = withoutProcessed(on, lease.get(), rows, prefixes, result);
        }
        if (!result.messages().isEmpty()) {
            keep(on, query, result, moment);
        }
        return result;
    }

    /** Drops events that were published before, and records the others as processed events. */
    private ClaimStatementResult withoutProcessed(
            OutboxStatementRunner on,
            LockedLease lease,
            ClaimedRows rows,
            List<GroupPrefix> prefixes,
            ClaimStatementResult chosen)
            throws SQLException {
        Map<String, String> known = processedEvents.of(on, ids(chosen));
        MySqlProcessedEvents.SkippedEvents skipped = processedEvents.skipProcessed(on, lease, known);
        skipped.over().forEach(rows::remove);
        rows.passedOver(skipped.settled());
        ClaimStatementResult result = skipped.over().isEmpty() ? chosen : rows.inOrderOf(prefixes, context.inOrder());
        processedEvents.chosen(
                on, ids(result).stream().filter(id -> !known.containsKey(id)).toList());
        return result;
    }

    private static List<String> ids(ClaimStatementResult result) {
        return result.messages().stream().map(Message::id).toList();
    }

    /** Rows that were read completely when they were chosen are read again only to lock them. */
    private void read(OutboxStatementRunner on, List<CandidateRow> chosen, ClaimedRows taken) throws SQLException {
        List<String> unread = new ArrayList<>();
        for (CandidateRow row : chosen) {
            if (context.owns() && row.content() != null) {
                taken.add(row.content());
            } else {
                unread.add(row.id());
            }
        }
        if (!unread.isEmpty()) {
            read(on, unread).forEach(taken::add);
        }
    }

    private List<ClaimedRows.ClaimedRow> read(OutboxStatementRunner on, List<String> ids) throws SQLException {
        Map<String, Object> values = new HashMap<>();
        values.put("ids", table.ids(ids));
        values.put("max_payload", context.settings().maxPayloadBytes());
        Set<TakePart> parts = EnumSet.noneOf(TakePart.class);
        if (!context.owns()) {
            parts.add(TakePart.MARK);
        }
        rowPositions.of(ids).ifPresent(known -> {
            parts.add(TakePart.PLACED);
            values.put("places", known);
        });
        // Filter by exact id: the column's collation may match a row with another id
        Set<String> wanted = new HashSet<>(ids);
        return on
                .rows(
                        Template.of(MySqlOutboxTemplates.TAKE, parts),
                        values,
                        rows -> row(
                                rows,
                                table.headers(),
                                ClaimedRows.payload(rows.getBytes("payload"), rows.getLong("size"))))
                .stream()
                .filter(claimed -> wanted.contains(claimed.id()))
                .toList();
    }

    static ClaimedRows.ClaimedRow row(ResultSet rows, HeaderColumns headers, Payload payload) throws SQLException {
        String type = rows.getString("type");
        return new ClaimedRows.ClaimedRow(
                rows.getString("id"),
                rows.getString("grp"),
                type == null ? "" : type,
                payload,
                rows.getInt("attempts"),
                UtcTimestamps.instant(rows.getString("created")),
                headers.read(rows));
    }

    private void suspects(OutboxStatementRunner on, List<String> ids, ClaimedRows taken) throws SQLException {
        Map<String, Object> values = Map.of("relay", context.relay(), "ids", ids);
        on.rows(Template.of(MySqlOutboxTemplates.SUSPECTS, SuspectStatement.SUSPECTS), values, rows -> {
            taken.suspect(rows.getString("id"), rows.getInt("level"), rows.getInt("crashes"));
            return true;
        });
    }

    /** Cached rows come without reading the group, so another owner may hold the group up. */
    private List<GroupPrefix> unblocked(OutboxStatementRunner on, List<GroupPrefix> prefixes) throws SQLException {
        List<GroupPrefix> offered =
                prefixes.stream().filter(GroupPrefix::offered).toList();
        if (!context.inOrder() || !reading.looksForBlocked() || offered.isEmpty()) {
            return prefixes;
        }
        List<String> groups =
                offered.stream().map(prefix -> String.valueOf(prefix.group())).toList();
        Set<Integer> blocked = reading.blocked(on, groups);
        Set<String> names = new HashSet<>();
        blocked.forEach(place -> names.add(groups.get(place)));
        return prefixes.stream()
                .filter(prefix -> !prefix.offered() || !names.contains(String.valueOf(prefix.group())))
                .toList();
    }

    private void keep(OutboxStatementRunner on, RowsToClaim query, ClaimStatementResult result, String moment)
            throws SQLException {
        List<String> ids = ids(result);
        if (!context.owns()) {
            on.update(
                    Template.of(MySqlOutboxTemplates.ROWS, RowStatement.MARK),
                    Map.of("ids", table.ids(ids), "moment", moment));
        }
        if (context.byLeaseRow()) {
            Map<String, Object> values = Map.of(
                    "relay", context.relay(),
                    "owner", query.owner().value(),
                    "number", query.number(),
                    "moment", moment,
                    "ids", JsonStringArray.write(ids));
            on.update(Template.of(MySqlOutboxTemplates.CLAIMS, ClaimStatement.RECORD), values);
        }
    }
}
