package dev.signalbox.mysql.outbox;

import dev.signalbox.core.message.Message;
import dev.signalbox.core.outcome.Settlement;
import dev.signalbox.jdbc.outbox.SettlementBatch;
import dev.signalbox.mysql.outbox.MySqlOutboxTemplates.FailureStatement;
import dev.signalbox.mysql.outbox.MySqlOutboxTemplates.RowStatement;
import dev.signalbox.mysql.outbox.MySqlOutboxTemplates.SettlePart;
import dev.signalbox.mysql.outbox.OutboxSession.LockedLease;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The failure records beside a table that has no columns for failures. */
final class MySqlFailureRecords {
    private static final Pattern SHORT_KEY = Pattern.compile("…[0-9a-f]{32}$");

    private MySqlFailureRecords() {}

    private static boolean areUsed(OutboxSession on) {
        return on.table().layout().recordsFailuresAside();
    }

    private static Map<String, Object> values(OutboxSession on, Collection<String> ids) {
        return Map.of("relay", on.relay(), "ids", List.copyOf(ids));
    }

    /** The attempts of messages that have failed; others are absent. */
    static Map<String, Integer> attempts(OutboxSession on, Collection<String> ids) throws SQLException {
        Map<String, Integer> attempts = new HashMap<>();
        on.each(
                FailureStatement.FAILURES,
                values(on, ids),
                row -> attempts.put(row.getString("id"), row.getInt("attempts")));
        return attempts;
    }

    /** The messages whose failure record changed since they were claimed. */
    static Set<String> changed(OutboxSession on, LockedLease lease, SettlementBatch batch) throws SQLException {
        Set<String> changed = new HashSet<>();
        if (areUsed(on) && on.context().owns()) {
            Map<String, Integer> now = lease.failures() ? attempts(on, batch.ids()) : Map.of();
            for (Settlement settlement : batch.settlements()) {
                Message message = settlement.message();
                if (now.getOrDefault(message.id(), 0) != message.attempts()) {
                    changed.add(message.id());
                }
            }
        }
        return changed;
    }

    /** Records the result for messages whose rows are written. */
    static void settled(OutboxSession on, LockedLease lease, SettlePart verdict, String reason, List<String> ids)
            throws SQLException {
        switch (verdict) {
            case COMPLETE -> {
                if (areUsed(on) && lease.failures()) {
                    forget(on, ids);
                }
            }
            case RETRY -> add(on, lease, ids, 1, reason, false);
            case PARK -> add(on, lease, ids, 0, reason, true);
            default -> {}
        }
    }

    /** Records messages as dead letters without sending them. */
    static void park(OutboxSession on, LockedLease lease, Collection<String> ids, String reason) throws SQLException {
        add(on, lease, ids, 0, reason, true);
    }

    /** Counts a failure that was not reported, because the process ended. */
    static void count(OutboxSession on, LockedLease lease, Collection<String> ids) throws SQLException {
        add(on, lease, ids, 1, null, false);
    }

    private static void add(
            OutboxSession on,
            LockedLease lease,
            Collection<String> ids,
            int attempts,
            @Nullable String reason,
            boolean parked)
            throws SQLException {
        if (!areUsed(on)) {
            return;
        }
        Map<String, @Nullable Object> values = new HashMap<>();
        values.put("relay", on.relay());
        values.put("attempts", attempts);
        values.put("reason", reason);
        values.put("parked", parked);
        values.put("moment", lease.moment());
        for (String id : ids) {
            values.put("id", id);
            on.update(FailureStatement.ADD_FAILURE, values);
        }
    }

    private static void forget(OutboxSession on, Collection<String> ids) throws SQLException {
        on.update(FailureStatement.CLEAR_FAILURES, values(on, ids));
    }

    /**
     * Deletes the records of settled or deleted rows, a batch per call.
     *
     * @param after where the last call ended
     * @return where this call ended
     */
    static String purge(OutboxSession on, String after) throws SQLException {
        List<String> some = on.ids(FailureStatement.SOME_FAILURES, Map.of("relay", on.relay(), "after", after));
        Set<String> over = new HashSet<>(some);
        // The key of an oversized id finds no row
        over.removeIf(id -> SHORT_KEY.matcher(id).find());
        if (!over.isEmpty()) {
            on.ids(RowStatement.UNDONE, Map.of("ids", on.table().ids(some))).forEach(over::remove);
        }
        if (!over.isEmpty()) {
            forget(on, over);
        }
        return some.isEmpty() ? "" : some.getLast();
    }
}
