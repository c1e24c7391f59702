package dev.signalbox.mysql.outbox;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.outbox.OutboxSettings.Retention;
import dev.signalbox.core.outbox.StorableText;
import dev.signalbox.core.outcome.Settlement;
import dev.signalbox.core.outcome.Verdict;
import dev.signalbox.core.source.ClaimSource.SettleResult;
import dev.signalbox.jdbc.FastPathFailedException;
import dev.signalbox.jdbc.PartSelection;
import dev.signalbox.jdbc.outbox.SettlementBatch;
import dev.signalbox.mysql.outbox.MySqlOutboxTemplates.ClaimedRowsPart;
import dev.signalbox.mysql.outbox.MySqlOutboxTemplates.SettlePart;
import dev.signalbox.mysql.outbox.MySqlOutboxTemplates.SuspectStatement;
import dev.signalbox.mysql.outbox.OutboxSession.LockedLease;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Records verdicts: one statement for all messages with the same verdict. */
final class MySqlSettleTransaction {
    private final MySqlClaimRecords records = new MySqlClaimRecords();
    private final KnownRowPositions rowPositions;

    MySqlSettleTransaction(KnownRowPositions rowPositions) {
        this.rowPositions = rowPositions;
    }

    /** The fast path, if every claim is still valid: counts the changed rows, and fails if some are missing. */
    Set<String> write(OutboxSession on, SettlementBatch batch) throws SQLException {
        Optional<LockedLease> lease = on.lockLease(batch.owner());
        if (lease.isEmpty()) {
            return Set.of();
        }
        if (!MySqlFailureRecords.changed(on, lease.get(), batch).isEmpty()
                || change(on, batch, lease.get()) != batch.settlements().size()
                || !records.lost(on, batch).isEmpty()) {
            throw new FastPathFailedException("not every claim holds any more");
        }
        end(on, batch, batch);
        return new HashSet<>(batch.ids());
    }

    /** The slow path: checks each row first, and skips locked rows. */
    SettleResult writeFree(OutboxSession on, SettlementBatch all) throws SQLException {
        Optional<LockedLease> lease = on.lockLease(all.owner());
        if (lease.isEmpty()) {
            return SettleResult.NOTHING;
        }
        Set<String> free = unchanged(on, all, true);
        Set<String> busy = unchanged(on, all, false);
        Set<String> lost = records.lost(on, all);
        lost.addAll(MySqlFailureRecords.changed(on, lease.get(), all));
        free.removeAll(lost);
        busy.removeAll(lost);
        busy.removeAll(free);
        SettlementBatch valid = all.only(free::contains);
        if (!free.isEmpty() && change(on, valid, lease.get()) != free.size()) {
            throw new SQLException("rows of outbox table %s changed while they were locked"
                    .formatted(on.table().layout().table()));
        }
        end(on, all.only(id -> !busy.contains(id)), valid);
        return new SettleResult(free, busy);
    }

    /** Ends claims whose messages are all settled. */
    void end(OutboxSession on, Incarnation owner, List<Long> numbers) throws SQLException {
        if (on.lockLease(owner).isPresent()) {
            records.end(on, owner, numbers);
        }
    }

    /** @return how many rows have the expected state */
    private int change(OutboxSession on, SettlementBatch batch, LockedLease lease) throws SQLException {
        Map<VerdictUpdate, List<Message>> updates = new LinkedHashMap<>();
        for (Settlement settlement : batch.settlements()) {
            updates.computeIfAbsent(VerdictUpdate.of(settlement, on), _ -> new ArrayList<>())
                    .add(settlement.message());
        }
        int changed = 0;
        for (Map.Entry<VerdictUpdate, List<Message>> entry : updates.entrySet()) {
            List<String> ids = entry.getValue().stream().map(Message::id).toList();
            // A release leaves unmarked rows as they are
            changed += on.context().owns() && entry.getKey().part() == SettlePart.RELEASE
                    ? unchanged(on, batch.only(Set.copyOf(ids)::contains), false)
                            .size()
                    : change(on, lease, entry.getKey(), entry.getValue(), ids);
        }
        MySqlProcessedEvents.settled(on, batch.settlements());
        return changed;
    }

    /**
     * The update for all rows with the same verdict, in one statement.
     *
     * @param part the conditional part of the statement
     * @param reason the reason of a failure; empty if there is none
     * @param attempts the attempts that were read, if rows are not marked; otherwise zero
     */
    private record VerdictUpdate(SettlePart part, String reason, int attempts) {
        static VerdictUpdate of(Settlement settlement, OutboxSession on) {
            int attempts = on.context().owns() ? settlement.message().attempts() : 0;
            return switch (settlement.verdict()) {
                case Verdict.Complete() -> new VerdictUpdate(SettlePart.COMPLETE, "", attempts);
                case Verdict.RetryAt(long _, String reason) ->
                    new VerdictUpdate(SettlePart.RETRY, fitting(reason, on), attempts);
                case Verdict.Park(String reason) -> new VerdictUpdate(SettlePart.PARK, fitting(reason, on), attempts);
                case Verdict.Release() -> new VerdictUpdate(SettlePart.RELEASE, "", attempts);
            };
        }

        private static String fitting(String reason, OutboxSession on) {
            return on.table().reasons().fitting(StorableText.of(reason));
        }
    }

    private int change(
            OutboxSession on, LockedLease lease, VerdictUpdate update, List<Message> messages, List<String> ids)
            throws SQLException {
        boolean deletes = on.settings().retention() instanceof Retention.DeleteOnCompletion;
        Set<SettlePart> parts = PartSelection.of(SettlePart.class)
                .with(update.part(), true)
                .with(SettlePart.DELETE, update.part() == SettlePart.COMPLETE && deletes)
                .with(SettlePart.OWN, on.context().owns())
                .parts();
        Map<String, Object> values = new HashMap<>();
        values.put("ids", on.table().ids(ids));
        rowPositions.of(ids).ifPresent(known -> {
            parts.add(SettlePart.PLACED);
            values.put("places", known);
        });
        values.put(
                "moments",
                messages.stream()
                        .map(message -> claimed(on, message))
                        .distinct()
                        .toList());
        values.put("attempts", update.attempts());
        values.put("moment", on.table().deliveredAt(lease.moment()));
        values.put("reason", update.reason());
        int changed = on.update(MySqlOutboxTemplates.SETTLE, parts, values);
        MySqlFailureRecords.settled(on, lease, update.part(), update.reason(), ids);
        return changed;
    }

    /** The rows that are unchanged since they were claimed. */
    private Set<String> unchanged(OutboxSession on, SettlementBatch batch, boolean lock) throws SQLException {
        Map<String, Message> messages = new HashMap<>();
        batch.settlements().forEach(it -> messages.put(it.message().id(), it.message()));
        Set<ClaimedRowsPart> parts = PartSelection.of(ClaimedRowsPart.class)
                .with(ClaimedRowsPart.OWN, on.context().owns())
                .with(ClaimedRowsPart.LOCK, lock)
                .with(ClaimedRowsPart.NUMBERED, rowPositions.numbered())
                .parts();
        Set<String> unchanged = new HashSet<>();
        on.sql()
                .get(MySqlOutboxTemplates.CLAIMED_ROWS, parts)
                .each(on.connection(), Map.of("ids", on.table().ids(batch.ids())), row -> {
                    Message message = messages.get(row.getString("id"));
                    if (message != null && isUnchanged(on, message, row)) {
                        unchanged.add(message.id());
                    }
                });
        return unchanged;
    }

    private boolean isUnchanged(OutboxSession on, Message message, ResultSet row) throws SQLException {
        if (rowPositions.numbered() && rowPositions.isAnother(message.id(), row.getLong("place"))) {
            return false;
        }
        return on.context().owns()
                ? on.table().layout().recordsFailuresAside() || row.getInt("attempts") == message.attempts()
                : claimed(on, message).equals(row.getString("processed"));
    }

    private static String claimed(OutboxSession on, Message message) {
        return UtcTimestamps.text(message.claim().at(), on.table().markFraction());
    }

    private void end(OutboxSession on, SettlementBatch settled, SettlementBatch recorded) throws SQLException {
        rowPositions.settled(settled.ids());
        if (on.context().byLeaseRow()) {
            records.end(on, settled.owner(), settled.ended());
            List<String> cleared = recorded.cleared();
            if (!cleared.isEmpty()) {
                on.update(SuspectStatement.CLEAR_SUSPECTS, Map.of("relay", on.relay(), "ids", cleared));
            }
            List<String> landed = recorded.landed();
            if (!landed.isEmpty()) {
                on.update(
                        SuspectStatement.FLAG_SUSPECTS, Map.of("relay", on.relay(), "ids", landed, "in_flight", false));
            }
        }
    }
}
