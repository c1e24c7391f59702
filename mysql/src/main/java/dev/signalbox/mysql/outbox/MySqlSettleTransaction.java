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
    private final OutboxContext context;
    private final MySqlClaimRecords records;
    private final MySqlFailureRecords failures;
    private final MySqlProcessedEvents processedEvents;
    private final KnownRowPositions rowPositions;

    MySqlSettleTransaction(MySqlOutboxTable table, OutboxContext context, KnownRowPositions rowPositions) {
        this.table = table;
        this.context = context;
        this.rowPositions = rowPositions;
        this.failures = new MySqlFailureRecords(table, context);
        this.processedEvents = new MySqlProcessedEvents(table, context);
        this.records = new MySqlClaimRecords(
                context, table.column(table.layout().markKey()).fraction());
    }

    /** The fast path, if every claim is still valid: counts the changed rows, and fails if some are missing. */
    Set<String> write(OutboxStatementRunner on, SettlementBatch batch) throws SQLException {
        Optional<LockedLease> lease = LockedLease.lock(on, context, batch.owner());
        if (lease.isEmpty()) {
            return Set.of();
        }
        if (!failures.changed(on, lease.get(), batch.settlements()).isEmpty()
                || change(on, batch, lease.get()) != batch.settlements().size()
                || !records.lost(on, batch).isEmpty()) {
            throw new FastPathFailedException("not every claim holds any more");
        }
        end(on, batch, batch);
        return new HashSet<>(batch.ids());
    }

    /** The slow path: checks each row first, and skips locked rows. */
    SettleResult writeFree(OutboxStatementRunner on, SettlementBatch all) throws SQLException {
        Optional<LockedLease> lease = LockedLease.lock(on, context, all.owner());
        if (lease.isEmpty()) {
            return SettleResult.NOTHING;
        }
        Set<String> free = held(on, all, true);
        Set<String> busy = held(on, all, false);
        Set<String> lost = records.lost(on, all);
        lost.addAll(failures.changed(on, lease.get(), all.settlements()));
        free.removeAll(lost);
        busy.removeAll(lost);
        busy.removeAll(free);
        SettlementBatch holding = all.only(free::contains);
        if (!free.isEmpty() && change(on, holding, lease.get()) != free.size()) {
            throw new SQLException("rows of outbox table %s changed while they were locked"
                    .formatted(table.layout().table()));
        }
        end(on, all.only(id -> !busy.contains(id)), holding);
        return new SettleResult(free, busy);
    }

    /** Ends claims whose messages are all settled. */
    void end(OutboxStatementRunner on, Incarnation owner, List<Long> numbers) throws SQLException {
        if (LockedLease.lock(on, context, owner).isPresent()) {
            records.end(on, owner, numbers);
        }
    }

    /** @return how many rows have the expected state */
    private int change(OutboxStatementRunner on, SettlementBatch batch, LockedLease lease) throws SQLException {
        String moment = table.deliveredAt(lease.moment());
        int changed = 0;
        for (Map.Entry<VerdictUpdate, List<Settlement>> entry :
                VerdictUpdate.of(batch.settlements(), context, table.reasons()).entrySet()) {
            VerdictUpdate update = entry.getKey();
            List<Message> messages =
                    entry.getValue().stream().map(Settlement::message).toList();
            if (update.writes(context)) {
                List<String> ids = messages.stream().map(Message::id).toList();
                Set<SettlePart> parts = update.parts(context);
                Map<String, Object> values = new HashMap<>();
                values.put("ids", table.ids(ids));
                rowPositions.of(ids).ifPresent(known -> {
                    parts.add(SettlePart.PLACED);
                    values.put("places", known);
                });
                values.put(
                        "moments",
                        messages.stream().map(this::claimed).distinct().toList());
                values.put("attempts", update.attempts());
                values.put("moment", moment);
                values.put("reason", update.reason());
                changed += on.update(Template.of(MySqlOutboxTemplates.SETTLE, parts), values);
                failures.settled(on, lease, update, ids);
            } else {
                changed += held(on, batch.only(ids(messages)::contains), false).size();
            }
        }
        processedEvents.settled(on, batch.settlements());
        return changed;
    }

    private static Set<String> ids(List<Message> messages) {
        Set<String> ids = new HashSet<>();
        messages.forEach(message -> ids.add(message.id()));
        return ids;
    }

    /** The rows that are unchanged since they were claimed. */
    private Set<String> held(OutboxStatementRunner on, SettlementBatch batch, boolean lock) throws SQLException {
        Map<String, Message> messages = new HashMap<>();
        batch.settlements().forEach(it -> messages.put(it.message().id(), it.message()));
        Set<HeldPart> parts = PartSelection.of(HeldPart.class)
                .with(HeldPart.OWN, context.owns())
                .with(HeldPart.LOCK, lock)
                .with(HeldPart.NUMBERED, rowPositions.numbered())
                .parts();
        Set<String> held = new HashSet<>();
        on.rows(Template.of(MySqlOutboxTemplates.HELD, parts), Map.of("ids", table.ids(batch.ids())), rows -> {
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
        return context.owns()
                ? failures.areRecordedSeparately() || row.getInt("attempts") == message.attempts()
                : claimed(message).equals(row.getString("processed"));
    }

    private String claimed(Message message) {
        return UtcTimestamps.text(
                message.claim().at(), table.column(table.layout().markKey()).fraction());
    }

    private void end(OutboxStatementRunner on, SettlementBatch settled, SettlementBatch recorded) throws SQLException {
        rowPositions.settled(settled.ids());
        if (context.byLeaseRow()) {
            records.end(on, settled.owner(), settled.ended());
            Map<String, Object> cleared = Map.of("relay", context.relay(), "ids", recorded.cleared());
            if (!recorded.cleared().isEmpty()) {
                on.update(Template.of(MySqlOutboxTemplates.SUSPECTS, SuspectStatement.CLEAR_SUSPECTS), cleared);
            }
            if (!recorded.landed().isEmpty()) {
                on.update(
                        Template.of(MySqlOutboxTemplates.SUSPECTS, SuspectStatement.FLAG_SUSPECTS),
                        Map.of("relay", context.relay(), "ids", recorded.landed(), "in_flight", false));
            }
        }
    }
}
