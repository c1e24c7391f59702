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
    private final OutboxContext outboxContext;
    private final MySqlGroupPrefixReader reading;
    private final KnownRowPositions rowPositions;
    private final MySqlFailureRecords mySqlFailureRecords;
    private final MySqlProcessedEvents processedEvents;

    MySqlClaimTransaction(
            MySqlOutboxTable table,
            OutboxContext outboxContext,
            MySqlGroupPrefixReader reading,
            KnownRowPositions knownRowPositions) {
        this.table = table;
        this.outboxContext = outboxContext;
        this.reading = reading;
        this.rowPositions = knownRowPositions;
        this.mySqlFailureRecords = new MySqlFailureRecords(table, outboxContext);
        this.processedEvents = new MySqlProcessedEvents(table, outboxContext);
    }

    ClaimStatementResult run(OutboxStatementRunner on, RowsToClaim wish) throws SQLException {
        ClaimedRows rows = new ClaimedRows(wish.number());
        Optional<LockedLease> lockedLease = LockedLease.lock(on, outboxContext, wish.owner());
        if (lockedLease.isEmpty()) {
            return rows.inOrderOf(List.of(), true);
        }
        String moment =
                table.mark(lockedLease.get().moment(), outboxContext.settings().processingTimeout());
        rows.claimedAt(UtcTimestamps.instant(moment));
        List<CandidateRow> chosen = wish.prefixes().stream()
                .flatMap(groupPrefix -> groupPrefix.rows().stream())
                .toList();
        read(on, chosen, rows);
        if (lockedLease.get().suspects()) {
            suspects(on, chosen.stream().map(CandidateRow::id).toList(), rows);
        }
        if (lockedLease.get().failures()) {
            mySqlFailureRecords
                    .attempts(on, chosen.stream().map(CandidateRow::id).toList())
                    .forEach(rows::failed);
        }
        List<GroupPrefix> groupPrefixes = unblocked(on, wish.prefixes());
        ClaimStatementResult claimStatementResult = rows.inOrderOf(groupPrefixes, outboxContext.inOrder());
        if (processedEvents.areRecorded()) {
            claimStatementResult = withoutProcessed(on, lockedLease.get(), rows, groupPrefixes, claimStatementResult);
        }
        if (!claimStatementResult.messages().isEmpty()) {
            keep(on, wish, claimStatementResult, moment);
        }
        return claimStatementResult;
    }

    /** Drops events that were published before, and records the others as processed events. */
    private ClaimStatementResult withoutProcessed(
            OutboxStatementRunner on,
            LockedLease lockedLease,
            ClaimedRows rows,
            List<GroupPrefix> groupPrefixes,
            ClaimStatementResult chosen)
            throws SQLException {
        Map<String, String> known = processedEvents.of(on, ids(chosen));
        MySqlProcessedEvents.SkippedEvents skippedEvents = processedEvents.skipProcessed(on, lockedLease, known);
        skippedEvents.over().forEach(rows::remove);
        rows.passedOver(skippedEvents.settled());
        ClaimStatementResult claimStatementResult =
                skippedEvents.over().isEmpty() ? chosen : rows.inOrderOf(groupPrefixes, outboxContext.inOrder());
        processedEvents.chosen(
                on,
                ids(claimStatementResult).stream()
                        .filter(id -> !known.containsKey(id))
                        .toList());
        return claimStatementResult;
    }

    private static List<String> ids(ClaimStatementResult claimStatementResult) {
        return claimStatementResult.messages().stream().map(Message::id).toList();
    }

    /** Rows that were read completely when they were chosen are read again only to lock them. */
    private void read(OutboxStatementRunner on, List<CandidateRow> chosen, ClaimedRows taken) throws SQLException {
        List<String> unread = new ArrayList<>();
        for (CandidateRow row : chosen) {
            if (outboxContext.owns() && row.content() != null) {
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
        values.put("max_payload", outboxContext.settings().maxPayloadBytes());
        Set<TakePart> parts = EnumSet.noneOf(TakePart.class);
        if (!outboxContext.owns()) {
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
                .filter(claimedRow -> wanted.contains(claimedRow.id()))
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
        Map<String, Object> values = Map.of("relay", outboxContext.relay(), "ids", ids);
        on.rows(Template.of(MySqlOutboxTemplates.SUSPECTS, SuspectStatement.SUSPECTS), values, rows -> {
            taken.suspect(rows.getString("id"), rows.getInt("level"), rows.getInt("crashes"));
            return true;
        });
    }

    /** Cached rows come without reading the group, so another owner may hold the group up. */
    private List<GroupPrefix> unblocked(OutboxStatementRunner on, List<GroupPrefix> groupPrefixes) throws SQLException {
        List<GroupPrefix> offered =
                groupPrefixes.stream().filter(GroupPrefix::offered).toList();
        if (!outboxContext.inOrder() || !reading.looksForBlocked() || offered.isEmpty()) {
            return groupPrefixes;
        }
        List<String> groups = offered.stream()
                .map(groupPrefix -> String.valueOf(groupPrefix.group()))
                .toList();
        Set<Integer> blocked = reading.blocked(on, groups);
        Set<String> names = new HashSet<>();
        blocked.forEach(place -> names.add(groups.get(place)));
        return groupPrefixes.stream()
                .filter(groupPrefix -> !groupPrefix.offered() || !names.contains(String.valueOf(groupPrefix.group())))
                .toList();
    }

    private void keep(
            OutboxStatementRunner on, RowsToClaim wish, ClaimStatementResult claimStatementResult, String moment)
            throws SQLException {
        List<String> ids = ids(claimStatementResult);
        if (!outboxContext.owns()) {
            on.update(
                    Template.of(MySqlOutboxTemplates.ROWS, RowStatement.MARK),
                    Map.of("ids", table.ids(ids), "moment", moment));
        }
        if (outboxContext.byLeaseRow()) {
            Map<String, Object> values = Map.of(
                    "relay", outboxContext.relay(),
                    "owner", wish.owner().value(),
                    "number", wish.number(),
                    "moment", moment,
                    "ids", JsonStringArray.write(ids));
            on.update(Template.of(MySqlOutboxTemplates.CLAIMS, ClaimStatement.RECORD), values);
        }
    }
}
