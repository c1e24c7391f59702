package dev.signalbox.mysql.outbox;

import dev.signalbox.core.delivery.Settlement;
import dev.signalbox.core.message.Message;
import dev.signalbox.jdbc.outbox.Terms;
import dev.signalbox.mysql.outbox.OnConnection.Template;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What is recorded of failed messages beside a table that has no columns for it. */
final class Failures {
    private final MySqlTable table;
    private final Terms terms;
    private volatile String purgedTo = "";

    Failures(MySqlTable table, Terms terms) {
        this.table = table;
        this.terms = terms;
    }

    /** Whether there is nothing in the rows themselves. */
    boolean areAside() {
        return table.layout().recordsFailuresAside();
    }

    /** How often messages have failed; those that never did are not among them. */
    Map<String, Integer> attempts(OnConnection on, Collection<String> ids) throws SQLException {
        Map<String, Integer> attempts = new HashMap<>();
        on.rows(
                Template.of("failures"),
                Map.of("relay", terms.relay(), "ids", List.copyOf(ids)),
                rows -> attempts.put(rows.getString("id"), rows.getInt("attempts")));
        return attempts;
    }

    /** Those of the messages of which something else has been recorded since they were claimed. */
    Set<String> changed(OnConnection on, Lease lease, List<Settlement> settlements) throws SQLException {
        Set<String> changed = new HashSet<>();
        if (areAside() && terms.owns()) {
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

    /** Records what became of messages, whose rows are written. */
    void settled(OnConnection on, Lease lease, Change change, List<String> ids) throws SQLException {
        if (!areAside()) {
            return;
        }
        switch (change.word()) {
            case "complete" -> {
                if (lease.failures()) {
                    forget(on, ids);
                }
            }
            case "retry" -> add(on, lease, ids, 1, change.reason(), false);
            case "park" -> add(on, lease, ids, 0, change.reason(), true);
            default -> {}
        }
    }

    /** Records that messages are given up without having been sent. */
    void park(OnConnection on, Lease lease, Collection<String> ids, String reason) throws SQLException {
        if (areAside()) {
            add(on, lease, ids, 0, reason, true);
        }
    }

    /** Counts a failure that nobody has reported. */
    void count(OnConnection on, Lease lease, Collection<String> ids) throws SQLException {
        if (areAside()) {
            add(on, lease, ids, 1, null, false);
        }
    }

    private void add(
            OnConnection on, Lease lease, Collection<String> ids, int attempts, @Nullable String reason, boolean parked)
            throws SQLException {
        Map<String, @Nullable Object> values = new HashMap<>();
        values.put("relay", terms.relay());
        values.put("attempts", attempts);
        values.put("reason", reason);
        values.put("parked", parked);
        values.put("moment", lease.moment());
        for (String id : ids) {
            values.put("id", id);
            on.update(Template.of("add-failure"), values);
        }
    }

    private void forget(OnConnection on, Collection<String> ids) throws SQLException {
        on.update(Template.of("clear-failures"), Map.of("relay", terms.relay(), "ids", List.copyOf(ids)));
    }

    /** Forgets those whose row is done or gone, a stretch at a time; the next call goes on behind it. */
    void purge(OnConnection on) throws SQLException {
        List<String> some = on.rows(
                Template.of("some-failures"),
                Map.of("relay", terms.relay(), "after", purgedTo),
                rows -> rows.getString("id"));
        purgedTo = some.isEmpty() ? "" : some.getLast();
        Set<String> over = new HashSet<>(some);
        if (!over.isEmpty()) {
            on.rows(Template.of("undone"), Map.of("ids", table.ids(some)), rows -> over.remove(rows.getString("id")));
        }
        if (!over.isEmpty()) {
            forget(on, over);
        }
    }
}
