package dev.signalbox.mysql.outbox;

import dev.signalbox.core.delivery.Settlement;
import dev.signalbox.core.delivery.Verdict;
import dev.signalbox.core.outbox.Retention;
import dev.signalbox.core.source.PassedOver;
import dev.signalbox.jdbc.PublishedNotes;
import dev.signalbox.jdbc.outbox.TakenRows;
import dev.signalbox.jdbc.outbox.Terms;
import dev.signalbox.mysql.outbox.OnConnection.Template;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What is noted of the events that are published, beside a table that has such notes; nothing otherwise. */
final class EventNotes {
    private final MySqlTable table;
    private final Terms terms;
    private final Failures failures;
    private final @Nullable PublishedNotes notes;

    EventNotes(MySqlTable table, Terms terms) {
        this.table = table;
        this.terms = terms;
        this.failures = new Failures(table, terms);
        this.notes = table.layout().notes();
    }

    boolean areKept() {
        return notes != null;
    }

    private boolean atMostOnce() {
        return notes != null && notes.atMostOnce();
    }

    /** The notes that there are of these events. */
    Map<String, String> of(OnConnection on, Collection<String> ids) throws SQLException {
        Map<String, String> known = new HashMap<>();
        if (areKept() && !ids.isEmpty()) {
            on.rows(
                    Template.of("notes"),
                    Map.of("ids", List.copyOf(ids)),
                    rows -> known.put(rows.getString("id"), rows.getString("status")));
            known.keySet().retainAll(Set.copyOf(ids));
        }
        return known;
    }

    /**
     * Deals with events that had a note before they were chosen: what was published is done, and what may have been is given
     * up where nothing may be published twice. What somebody has locked is dealt with the next time.
     */
    Heeded heed(OnConnection on, Lease lease, Map<String, String> known) throws SQLException {
        List<String> published = having(known, PublishedNotes.SUCCESS);
        List<String> doubtful = atMostOnce() ? having(known, PublishedNotes.PROCESSING) : List.of();
        Set<String> over = new HashSet<>(published);
        over.addAll(doubtful);
        if (over.isEmpty()) {
            return Heeded.NOTHING;
        }
        Set<String> free = new HashSet<>(on.rows(
                Template.of("held", "own", "lock"), Map.of("ids", table.ids(over)), rows -> rows.getString("id")));
        List<String> done = published.stream().filter(free::contains).toList();
        settle(on, lease, "published", done);
        List<String> givenUp = doubtful.stream().filter(free::contains).toList();
        settle(on, lease, "park", givenUp);
        failures.park(on, lease, givenUp, TakenRows.DOUBTFUL);
        note(on, PublishedNotes.FAILED, givenUp);
        return new Heeded(over, new PassedOver(done.size(), givenUp.size()));
    }

    /**
     * What became of events that had a note.
     *
     * @param over is not to be published
     * @param settled so much of it
     */
    record Heeded(Set<String> over, PassedOver settled) {
        static final Heeded NOTHING = new Heeded(Set.of(), PassedOver.NOTHING);
    }

    private static List<String> having(Map<String, String> known, String status) {
        return known.entrySet().stream()
                .filter(note -> status.equals(note.getValue()))
                .map(Map.Entry::getKey)
                .toList();
    }

    private void settle(OnConnection on, Lease lease, String word, List<String> ids) throws SQLException {
        if (!ids.isEmpty()) {
            String moment =
                    Moments.cut(lease.moment(), table.column("processed_at").fraction());
            on.update(Template.of("settle", "own", word), Map.of("ids", table.ids(ids), "moment", moment));
        }
    }

    /** These were chosen, and have no note. A second one would show that somebody else publishes them, and is refused. */
    void chosen(OnConnection on, Collection<String> ids) throws SQLException {
        if (areKept() && !atMostOnce()) {
            write(on, Template.of("note", "first"), PublishedNotes.PROCESSING, ids);
        }
    }

    /** These are about to be sent. */
    void announce(OnConnection on, Collection<String> ids) throws SQLException {
        if (atMostOnce()) {
            note(on, PublishedNotes.PROCESSING, ids);
        }
    }

    /** Notes how it went. Of what is tried again or given back there is no note: it is as if it had not been chosen. */
    void settled(OnConnection on, List<Settlement> settlements) throws SQLException {
        if (!areKept()) {
            return;
        }
        boolean deletes = terms.settings().retention() instanceof Retention.DeleteOnCompletion;
        List<String> published = new ArrayList<>();
        List<String> givenUp = new ArrayList<>();
        List<String> unnoted = new ArrayList<>();
        for (Settlement settlement : settlements) {
            List<String> kind = switch (settlement.verdict()) {
                case Verdict.Complete() -> deletes ? unnoted : published;
                case Verdict.Park _ -> givenUp;
                case Verdict.RetryAt _, Verdict.Release() -> unnoted;
            };
            kind.add(settlement.message().id());
        }
        note(on, PublishedNotes.SUCCESS, published);
        note(on, PublishedNotes.FAILED, givenUp);
        forget(on, unnoted);
    }

    /** These are gone, or wait as if they had never been chosen. */
    void forget(OnConnection on, Collection<String> ids) throws SQLException {
        if (areKept() && !ids.isEmpty()) {
            on.update(Template.of("unnote"), Map.of("ids", List.copyOf(ids)));
        }
    }

    private static void note(OnConnection on, String status, Collection<String> ids) throws SQLException {
        write(on, Template.of("note"), status, ids);
    }

    private static void write(OnConnection on, Template template, String status, Collection<String> ids)
            throws SQLException {
        if (!ids.isEmpty()) {
            on.update(template, Map.of("status", status, "ids", JsonTexts.write(ids)));
        }
    }
}
