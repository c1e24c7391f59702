package dev.signalbox.mysql.outbox;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.outcome.Settlement;
import dev.signalbox.jdbc.JsonTexts;
import dev.signalbox.jdbc.outbox.SettlementBatch;
import dev.signalbox.mysql.outbox.MySqlOutboxTemplates.ClaimStatement;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** The records of claims. They prove who claimed a row, where the row's own column has only whole seconds. */
final class MySqlClaimRecords {
    private static final int MOST_ENDED = 10_000;

    private final Set<Long> endedHere = new LinkedHashSet<>();

    /** Messages whose claim is no longer recorded, or that another owner claimed at the same time. */
    Set<String> lost(OutboxSession on, SettlementBatch batch) throws SQLException {
        Set<String> lost = new HashSet<>();
        if (!on.context().byLeaseRow()) {
            return lost;
        }
        List<Message> messages =
                batch.settlements().stream().map(Settlement::message).toList();
        Set<Long> recorded = new HashSet<>();
        Set<String> others = new HashSet<>();
        on.each(ClaimStatement.CLAIMS, values(on, batch, messages), row -> {
            if (row.getBoolean("mine")) {
                recorded.add(row.getLong("number"));
            } else {
                others.addAll(JsonTexts.strings(row.getString("ids")));
            }
        });
        for (Message message : messages) {
            long number = message.claim().number();
            if (others.contains(message.id()) || !(recorded.contains(number) || hasEnded(number))) {
                lost.add(message.id());
            }
        }
        return lost;
    }

    private static Map<String, Object> values(OutboxSession on, SettlementBatch batch, List<Message> messages) {
        int fraction = on.table().markFraction();
        Stream<String> moments = on.context().owns()
                ? Stream.of()
                : messages.stream().map(it -> UtcTimestamps.text(it.claim().at(), fraction));
        return Map.of(
                "relay", on.relay(),
                "owner", batch.owner().value(),
                "numbers",
                        messages.stream()
                                .map(it -> it.claim().number())
                                .distinct()
                                .toList(),
                "moments", moments.distinct().toList());
    }

    /** Deletes the records of claims that have no messages left. */
    void end(OutboxSession on, Incarnation owner, List<Long> numbers) throws SQLException {
        if (!numbers.isEmpty()) {
            remember(numbers);
            on.update(
                    ClaimStatement.END_CLAIMS, Map.of("relay", on.relay(), "owner", owner.value(), "numbers", numbers));
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
