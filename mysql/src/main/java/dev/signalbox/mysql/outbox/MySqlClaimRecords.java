package dev.signalbox.mysql.outbox;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.message.Message;
import dev.signalbox.jdbc.outbox.OutboxContext;
import dev.signalbox.jdbc.outbox.SettlementBatch;
import dev.signalbox.mysql.outbox.MySqlOutboxTemplates.ClaimStatement;
import dev.signalbox.mysql.outbox.OutboxStatementRunner.Template;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The records of claims. They prove who claimed a row, where the row's own column has only whole seconds. */
final class MySqlClaimRecords {
    private static final int MOST_ENDED = 10_000;

    private record ClaimRecord(boolean mine, long number, List<String> ids) {}

    private final OutboxContext context;
    private final int fraction;
    private final Set<Long> endedHere = new LinkedHashSet<>();

    MySqlClaimRecords(OutboxContext context, int fraction) {
        this.context = context;
        this.fraction = fraction;
    }

    /** Messages whose claim is no longer recorded, or that another owner claimed at the same time. */
    Set<String> lost(OutboxStatementRunner on, SettlementBatch batch) throws SQLException {
        Set<String> lost = new HashSet<>();
        if (!context.byLeaseRow()) {
            return lost;
        }
        List<Message> messages =
                batch.settlements().stream().map(it -> it.message()).toList();
        Set<Long> recorded = new HashSet<>();
        Set<String> others = new HashSet<>();
        for (ClaimRecord claimRecord : find(on, batch, messages)) {
            if (claimRecord.mine()) {
                recorded.add(claimRecord.number());
            } else {
                others.addAll(claimRecord.ids());
            }
        }
        for (Message message : messages) {
            long number = message.claim().number();
            if (others.contains(message.id()) || !(recorded.contains(number) || hasEnded(number))) {
                lost.add(message.id());
            }
        }
        return lost;
    }

    private List<ClaimRecord> find(OutboxStatementRunner on, SettlementBatch batch, List<Message> messages)
            throws SQLException {
        Map<String, Object> values = new HashMap<>();
        values.put("relay", context.relay());
        values.put("owner", batch.owner().value());
        values.put(
                "numbers",
                messages.stream().map(it -> it.claim().number()).distinct().toList());
        values.put(
                "moments",
                context.owns()
                        ? List.of()
                        : messages.stream()
                                .map(it -> UtcTimestamps.text(it.claim().at(), fraction))
                                .distinct()
                                .toList());
        return on.rows(
                Template.of(MySqlOutboxTemplates.CLAIMS, ClaimStatement.CLAIMS),
                values,
                rows -> new ClaimRecord(
                        rows.getBoolean("mine"), rows.getLong("number"), JsonStringArray.read(rows.getString("ids"))));
    }

    /** Deletes the records of claims that have no messages left. */
    void end(OutboxStatementRunner on, Incarnation owner, List<Long> numbers) throws SQLException {
        if (!numbers.isEmpty()) {
            remember(numbers);
            on.update(
                    Template.of(MySqlOutboxTemplates.CLAIMS, ClaimStatement.END_CLAIMS),
                    Map.of("relay", context.relay(), "owner", owner.value(), "numbers", numbers));
        }
    }

    // A concurrent settlement must know that this process itself deleted the record
    private synchronized void remember(List<Long> ended) {
        endedHere.addAll(ended);
        while (endedHere.size() > MOST_ENDED) {
            endedHere.remove(endedHere.iterator().next());
        }
    }

    private synchronized boolean hasEnded(long number) {
        return endedHere.contains(number);
    }
}
