package dev.signalbox.mysql.outbox;

import dev.signalbox.core.message.Message;
import dev.signalbox.core.outcome.Settlement;
import dev.signalbox.jdbc.outbox.OutboxContext;
import dev.signalbox.mysql.outbox.MySqlOutboxTemplates.FailureStatement;
import dev.signalbox.mysql.outbox.MySqlOutboxTemplates.RowStatement;
import dev.signalbox.mysql.outbox.OutboxStatementRunner.Template;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The failure records beside a table that has no columns for failures. */
final class MySqlFailureRecords {
    private final MySqlOutboxTable table;
    private final OutboxContext context;
    private volatile String purgedTo = "";

    MySqlFailureRecords(MySqlOutboxTable table, OutboxContext context) {
        this.table = table;
        this.context = context;
    }

    /** Whether the rows themselves have no columns for failures. */
    boolean areRecordedSeparately() {
        return table.layout().recordsFailuresAside();
    }

    /** The attempts of messages that have failed; others are absent. */
    Map<String, Integer> attempts(OutboxStatementRunner on, Collection<String> ids) throws SQLException {
        Map<String, Integer> attempts = new HashMap<>();
        on.rows(
                Template.of(MySqlOutboxTemplates.FAILURES, FailureStatement.FAILURES),
                Map.of("relay", context.relay(), "ids", List.copyOf(ids)),
                rows -> attempts.put(rows.getString("id"), rows.getInt("attempts")));
        return attempts;
    }

    /** The messages whose failure record changed since they were claimed. */
    Set<String> changed(OutboxStatementRunner on, LockedLease lease, List<Settlement> settlements) throws SQLException {
        Set<String> changed = new HashSet<>();
        if (areRecordedSeparately() && context.owns()) {
            List<Message> messages =
                    settlements.stream().map(Settlement::message).toList();
            Map<String, Integer> now = lease.failures()
                    ? attempts(on, messages.stream().map(Message::id).toList())
                    : Map.of();
            for (Message message : messages) {
                if (now.getOrDefault(message.id(), 0) != message.attempts()) {
                    changed.add(message.id());
                }
            }
        }
        return changed;
    }

    /** Records the result for messages whose rows are written. */
    void settled(OutboxStatementRunner on, LockedLease lease, VerdictUpdate update, List<String> ids)
            throws SQLException {
        if (!areRecordedSeparately()) {
            return;
        }
        switch (update.part()) {
            case COMPLETE -> {
                if (lease.failures()) {
                    forget(on, ids);
                }
            }
            case RETRY -> add(on, lease, ids, 1, update.reason(), false);
            case PARK -> add(on, lease, ids, 0, update.reason(), true);
            default -> {}
        }
    }

    /** Records messages as dead letters without sending them. */
    void park(OutboxStatementRunner on, LockedLease lease, Collection<String> ids, String reason) throws SQLException {
        if (areRecordedSeparately()) {
            add(on, lease, ids, 0, reason, true);
        }
    }

    /** Counts a failure that was not reported, because the process ended. */
    void count(OutboxStatementRunner on, LockedLease lease, Collection<String> ids) throws SQLException {
        if (areRecordedSeparately()) {
            add(on, lease, ids, 1, null, false);
        }
    }

    private void add(
            OutboxStatementRunner on,
            LockedLease lease,
            Collection<String> ids,
            int attempts,
            @Nullable String reason,
            boolean parked)
            throws SQLException {
        Map<String, @Nullable Object> values = new HashMap<>();
        values.put("relay", context.relay());
        values.put("attempts", attempts);
        values.put("reason", reason);
        values.put("parked", parked);
        values.put("moment", lease.moment());
        for (String id : ids) {
            values.put("id", id);
            on.update(Template.of(MySqlOutboxTemplates.FAILURES, FailureStatement.ADD_FAILURE), values);
        }
    }

    private void forget(OutboxStatementRunner on, Collection<String> ids) throws SQLException {
        on.update(
                Template.of(MySqlOutboxTemplates.FAILURES, FailureStatement.CLEAR_FAILURES),
                Map.of("relay", context.relay(), "ids", List.copyOf(ids)));
    }

    /** Deletes the records of settled or deleted rows, a batch per call; the next call continues after it. */
    void purge(OutboxStatementRunner on) throws SQLException {
        List<String> some = on.rows(
                Template.of(MySqlOutboxTemplates.FAILURES, FailureStatement.SOME_FAILURES),
                Map.of("relay", context.relay(), "after", purgedTo),
                rows -> rows.getString("id"));
        purgedTo = some.isEmpty() ? "" : some.getLast();
        Set<String> over = new HashSet<>(some);
        if (!over.isEmpty()) {
            on.rows(
                    Template.of(MySqlOutboxTemplates.ROWS, RowStatement.UNDONE),
                    Map.of("ids", table.ids(some)),
                    rows -> over.remove(rows.getString("id")));
        }
        if (!over.isEmpty()) {
            forget(on, over);
        }
    }
}
