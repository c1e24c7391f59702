package dev.signalbox.mysql.outbox;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.delivery.Settlement;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.source.Settled;
import dev.signalbox.jdbc.CloserLookException;
import dev.signalbox.jdbc.outbox.Terms;
import dev.signalbox.jdbc.outbox.Writing;
import dev.signalbox.mysql.outbox.OnConnection.Template;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Records verdicts: those that are alike by one statement. */
final class SettleTransaction {
    private final MySqlTable table;
    private final Terms terms;
    private final ClaimRecords records;
    private final Failures failures;
    private final EventNotes notes;
    private final Places places;

    SettleTransaction(MySqlTable table, Terms terms, Places places) {
        this.table = table;
        this.terms = terms;
        this.places = places;
        this.failures = new Failures(table, terms);
        this.notes = new EventNotes(table, terms);
        this.records =
                new ClaimRecords(terms, table.column(table.layout().markKey()).fraction());
    }

    /** The short way, if every claim still holds: what was changed is counted, and doubted if it is not everything. */
    Set<String> write(OnConnection on, Writing writing) throws SQLException {
        Optional<Lease> lease = Lease.lock(on, terms, writing.owner());
        if (lease.isEmpty()) {
            return Set.of();
        }
        if (!failures.changed(on, lease.get(), writing.settlements()).isEmpty()
                || change(on, writing, lease.get()) != writing.settlements().size()
                || !records.lost(on, writing).isEmpty()) {
            throw new CloserLookException("not every claim holds any more");
        }
        end(on, writing, writing);
        return new HashSet<>(writing.ids());
    }

    /** The careful way: looks at each row first, and passes over those that somebody has locked. */
    Settled writeFree(OnConnection on, Writing all) throws SQLException {
        Optional<Lease> lease = Lease.lock(on, terms, all.owner());
        if (lease.isEmpty()) {
            return Settled.NOTHING;
        }
        Set<String> free = held(on, all, true);
        Set<String> busy = held(on, all, false);
        Set<String> lost = records.lost(on, all);
        lost.addAll(failures.changed(on, lease.get(), all.settlements()));
        free.removeAll(lost);
        busy.removeAll(lost);
        busy.removeAll(free);
        Writing holding = all.only(free::contains);
        if (!free.isEmpty() && change(on, holding, lease.get()) != free.size()) {
            throw new SQLException("rows of outbox table %s changed while they were locked"
                    .formatted(table.layout().table()));
        }
        end(on, all.only(id -> !busy.contains(id)), holding);
        return new Settled(free, busy);
    }

    /** Ends claims of which everything is settled. */
    void end(OnConnection on, Incarnation owner, List<Long> numbers) throws SQLException {
        if (Lease.lock(on, terms, owner).isPresent()) {
            records.end(on, owner, numbers);
        }
    }

    /** @return how many rows are as they should be */
    private int change(OnConnection on, Writing writing, Lease lease) throws SQLException {
        String moment = Moments.cut(lease.moment(), table.column("processed_at").fraction());
        int changed = 0;
        for (Map.Entry<Change, List<Settlement>> entry :
                Change.of(writing.settlements(), terms, table.reasons()).entrySet()) {
            Change change = entry.getKey();
            List<Message> messages =
                    entry.getValue().stream().map(Settlement::message).toList();
            if (change.writes(terms)) {
                List<String> ids = messages.stream().map(Message::id).toList();
                Set<String> flags = change.flags(terms);
                Map<String, Object> values = new HashMap<>();
                values.put("ids", table.ids(ids));
                places.of(ids).ifPresent(known -> {
                    flags.add("placed");
                    values.put("places", known);
                });
                values.put(
                        "moments",
                        messages.stream().map(this::claimed).distinct().toList());
                values.put("attempts", change.attempts());
                values.put("moment", moment);
                values.put("reason", change.reason());
                changed += on.update(new Template("settle", Map.of(), flags), values);
                failures.settled(on, lease, change, ids);
            } else {
                changed +=
                        held(on, writing.only(ids(messages)::contains), false).size();
            }
        }
        notes.settled(on, writing.settlements());
        return changed;
    }

    private static Set<String> ids(List<Message> messages) {
        Set<String> ids = new HashSet<>();
        messages.forEach(message -> ids.add(message.id()));
        return ids;
    }

    /** Which of the rows look as they did when they were claimed. */
    private Set<String> held(OnConnection on, Writing writing, boolean lock) throws SQLException {
        Map<String, Message> messages = new HashMap<>();
        writing.settlements().forEach(it -> messages.put(it.message().id(), it.message()));
        Set<String> flags = new HashSet<>();
        flags.add(terms.owns() ? "own" : "mark");
        flags.add(lock ? "lock" : "look");
        if (places.numbered()) {
            flags.add("numbered");
        }
        Set<String> held = new HashSet<>();
        on.rows(new Template("held", Map.of(), flags), Map.of("ids", table.ids(writing.ids())), rows -> {
            Message message = messages.get(rows.getString("id"));
            if (message != null && looksHeld(message, rows)) {
                held.add(message.id());
            }
            return true;
        });
        return held;
    }

    private boolean looksHeld(Message message, ResultSet row) throws SQLException {
        if (places.numbered() && places.isAnother(message.id(), row.getLong("place"))) {
            return false;
        }
        return terms.owns()
                ? failures.areAside() || row.getInt("attempts") == message.attempts()
                : claimed(message).equals(row.getString("processed"));
    }

    private String claimed(Message message) {
        return Moments.text(
                message.claim().at(), table.column(table.layout().markKey()).fraction());
    }

    private void end(OnConnection on, Writing settled, Writing recorded) throws SQLException {
        places.settled(settled.ids());
        if (terms.byLeaseRow()) {
            records.end(on, settled.owner(), settled.ended());
            Map<String, Object> cleared = Map.of("relay", terms.relay(), "ids", recorded.cleared());
            if (!recorded.cleared().isEmpty()) {
                on.update(Template.of("clear-suspects"), cleared);
            }
            if (!recorded.landed().isEmpty()) {
                on.update(
                        Template.of("flag-suspects"),
                        Map.of("relay", terms.relay(), "ids", recorded.landed(), "in_flight", false));
            }
        }
    }
}
