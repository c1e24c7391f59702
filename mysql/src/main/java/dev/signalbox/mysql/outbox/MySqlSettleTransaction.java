package dev.signalbox.mysql.outbox;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.outcome.Settlement;
import dev.signalbox.core.source.SettleResult;
import dev.signalbox.jdbc.FastPathFailedException;
import dev.signalbox.jdbc.PartSelection;
import dev.signalbox.jdbc.outbox.OutboxContext;
import dev.signalbox.jdbc.outbox.SettlementBatch;
import dev.signalbox.mysql.outbox.MySqlOutboxTemplates.HeldPart;
import dev.signalbox.mysql.outbox.MySqlOutboxTemplates.SettlePart;
import dev.signalbox.mysql.outbox.MySqlOutboxTemplates.SuspectStatement;
import dev.signalbox.mysql.outbox.OutboxStatementRunner.Template;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Records verdicts: one statement for all messages with the same verdict. */
final class MySqlSettleTransaction {
    private final MySqlOutboxTable table;
    private final OutboxContext outboxContext;
    private final MySqlClaimRecords records;
    private final MySqlFailureRecords mySqlFailureRecords;
    private final MySqlProcessedEvents processedEvents;
    private final KnownRowPositions rowPositions;

    MySqlSettleTransaction(MySqlOutboxTable table, OutboxContext outboxContext, KnownRowPositions knownRowPositions) {
        this.table = table;
        this.outboxContext = outboxContext;
        this.rowPositions = knownRowPositions;
        this.mySqlFailureRecords = new MySqlFailureRecords(table, outboxContext);
        this.processedEvents = new MySqlProcessedEvents(table, outboxContext);
        this.records = new MySqlClaimRecords(
                outboxContext, table.column(table.layout().markKey()).fraction());
    }

    /** The fast path, if every claim is still valid: counts the changed rows, and fails if some are missing. */
    Set<String> write(OutboxStatementRunner on, SettlementBatch settlementBatch) throws SQLException {
        Optional<LockedLease> lockedLease = LockedLease.lock(on, outboxContext, settlementBatch.owner());
        if (lockedLease.isEmpty()) {
            return Set.of();
        }
        if (!mySqlFailureRecords
                        .changed(on, lockedLease.get(), settlementBatch.settlements())
                        .isEmpty()
                || change(on, settlementBatch, lockedLease.get())
                        != settlementBatch.settlements().size()
                || !records.lost(on, settlementBatch).isEmpty()) {
            throw new FastPathFailedException("not every claim holds any more");
        }
        end(on, settlementBatch, settlementBatch);
        return new HashSet<>(settlementBatch.ids());
    }

    /** The slow path: checks each row first, and skips locked rows. */
    SettleResult writeFree(OutboxStatementRunner on, SettlementBatch all) throws SQLException {
        Optional<LockedLease> lockedLease = LockedLease.lock(on, outboxContext, all.owner());
        if (lockedLease.isEmpty()) {
            return SettleResult.NOTHING;
        }
        Set<String> free = held(on, all, true);
        Set<String> busy = held(on, all, false);
        Set<String> lost = records.lost(on, all);
        lost.addAll(mySqlFailureRecords.changed(on, lockedLease.get(), all.settlements()));
        free.removeAll(lost);
        busy.removeAll(lost);
        busy.removeAll(free);
        SettlementBatch holding = all.only(free::contains);
        if (!free.isEmpty() && change(on, holding, lockedLease.get()) != free.size()) {
            throw new SQLException("rows of outbox table %s changed while they were locked"
                    .formatted(table.layout().table()));
        }
        end(on, all.only(id -> !busy.contains(id)), holding);
        return new SettleResult(free, busy);
    }

    /** Ends claims whose messages are all settled. */
    void end(OutboxStatementRunner on, Incarnation owner, List<Long> numbers) throws SQLException {
        if (LockedLease.lock(on, outboxContext, owner).isPresent()) {
            records.end(on, owner, numbers);
        }
    }

    /** @return how many rows have the expected state */
    private int change(OutboxStatementRunner on, SettlementBatch settlementBatch, LockedLease lockedLease)
            throws SQLException {
        String moment = table.deliveredAt(lockedLease.moment());
        int changed = 0;
        for (Map.Entry<VerdictUpdate, List<Settlement>> entry : VerdictUpdate.of(
                        settlementBatch.settlements(), outboxContext, table.reasons())
                .entrySet()) {
            VerdictUpdate verdictUpdate = entry.getKey();
            List<Message> messages =
                    entry.getValue().stream().map(Settlement::message).toList();
            if (verdictUpdate.writes(outboxContext)) {
                List<String> ids = messages.stream().map(Message::id).toList();
                Set<SettlePart> parts = verdictUpdate.parts(outboxContext);
                Map<String, Object> values = new HashMap<>();
                values.put("ids", table.ids(ids));
                rowPositions.of(ids).ifPresent(known -> {
                    parts.add(SettlePart.PLACED);
                    values.put("places", known);
                });
                values.put(
                        "moments",
                        messages.stream().map(this::claimed).distinct().toList());
                values.put("attempts", verdictUpdate.attempts());
                values.put("moment", moment);
                values.put("reason", verdictUpdate.reason());
                changed += on.update(Template.of(MySqlOutboxTemplates.SETTLE, parts), values);
                mySqlFailureRecords.settled(on, lockedLease, verdictUpdate, ids);
            } else {
                changed += held(on, settlementBatch.only(ids(messages)::contains), false)
                        .size();
            }
        }
        processedEvents.settled(on, settlementBatch.settlements());
        return changed;
    }

    private static Set<String> ids(List<Message> messages) {
        Set<String> ids = new HashSet<>();
        messages.forEach(message -> ids.add(message.id()));
        return ids;
    }

    /** The rows that are unchanged since they were claimed. */
    private Set<String> held(OutboxStatementRunner on, SettlementBatch settlementBatch, boolean lock)
            throws SQLException {
        Map<String, Message> messages = new HashMap<>();
        settlementBatch.settlements().forEach(it -> messages.put(it.message().id(), it.message()));
        Set<HeldPart> parts = PartSelection.of(HeldPart.class)
                .with(HeldPart.OWN, outboxContext.owns())
                .with(HeldPart.LOCK, lock)
                .with(HeldPart.NUMBERED, rowPositions.numbered())
                .parts();
        Set<String> held = new HashSet<>();
        on.rows(
                Template.of(MySqlOutboxTemplates.HELD, parts),
                Map.of("ids", table.ids(settlementBatch.ids())),
                rows -> {
                    Message message = messages.get(rows.getString("id"));
                    if (message != null && looksHeld(message, rows)) {
                        held.add(message.id());
                    }
                    return true;
                });
        return held;
    }

    private boolean looksHeld(Message message, ResultSet row) throws SQLException {
        if (rowPositions.numbered() && rowPositions.isAnother(message.id(), row.getLong("place"))) {
            return false;
        }
        return outboxContext.owns()
                ? mySqlFailureRecords.areRecordedSeparately() || row.getInt("attempts") == message.attempts()
                : claimed(message).equals(row.getString("processed"));
    }

    private String claimed(Message message) {
        return UtcTimestamps.text(
                message.claim().at(), table.column(table.layout().markKey()).fraction());
    }

    private void end(OutboxStatementRunner on, SettlementBatch settled, SettlementBatch recorded) throws SQLException {
        rowPositions.settled(settled.ids());
        if (outboxContext.byLeaseRow()) {
            records.end(on, settled.owner(), settled.ended());
            Map<String, Object> cleared = Map.of("relay", outboxContext.relay(), "ids", recorded.cleared());
            if (!recorded.cleared().isEmpty()) {
                on.update(Template.of(MySqlOutboxTemplates.SUSPECTS, SuspectStatement.CLEAR_SUSPECTS), cleared);
            }
            if (!recorded.landed().isEmpty()) {
                on.update(
                        Template.of(MySqlOutboxTemplates.SUSPECTS, SuspectStatement.FLAG_SUSPECTS),
                        Map.of("relay", outboxContext.relay(), "ids", recorded.landed(), "in_flight", false));
            }
        }
    }
}
