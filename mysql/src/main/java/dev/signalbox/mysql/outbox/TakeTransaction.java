package dev.signalbox.mysql.outbox;

import dev.signalbox.core.message.Message;
import dev.signalbox.core.message.Payload;
import dev.signalbox.jdbc.HeaderColumns;
import dev.signalbox.jdbc.outbox.Found;
import dev.signalbox.jdbc.outbox.OutboxStatements.Take;
import dev.signalbox.jdbc.outbox.Run;
import dev.signalbox.jdbc.outbox.Taken;
import dev.signalbox.jdbc.outbox.TakenRows;
import dev.signalbox.jdbc.outbox.Terms;
import dev.signalbox.mysql.outbox.OnConnection.Template;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Takes the chosen rows: marks them, or only records that they are held. */
final class TakeTransaction {
    private final MySqlTable table;
    private final Terms terms;
    private final ReadWindows reading;
    private final Places places;
    private final Failures failures;
    private final EventNotes notes;

    TakeTransaction(MySqlTable table, Terms terms, ReadWindows reading, Places places) {
        this.table = table;
        this.terms = terms;
        this.reading = reading;
        this.places = places;
        this.failures = new Failures(table, terms);
        this.notes = new EventNotes(table, terms);
    }

    Taken run(OnConnection on, Take wish) throws SQLException {
        TakenRows rows = new TakenRows(wish.number());
        Optional<Lease> lease = Lease.lock(on, terms, wish.owner());
        if (lease.isEmpty()) {
            return rows.inOrderOf(List.of(), true);
        }
        String moment = table.mark(lease.get().moment(), terms.settings().processingTimeout());
        rows.takenAt(Moments.instant(moment));
        List<Found> chosen =
                wish.runs().stream().flatMap(run -> run.rows().stream()).toList();
        read(on, chosen, rows);
        if (lease.get().suspects()) {
            suspects(on, chosen.stream().map(Found::id).toList(), rows);
        }
        if (lease.get().failures()) {
            failures.attempts(on, chosen.stream().map(Found::id).toList()).forEach(rows::failed);
        }
        List<Run> runs = unblocked(on, wish.runs());
        Taken taken = rows.inOrderOf(runs, terms.inOrder());
        if (notes.areKept()) {
            taken = noted(on, lease.get(), rows, runs, taken);
        }
        if (!taken.messages().isEmpty()) {
            keep(on, wish, taken, moment);
        }
        return taken;
    }

    /** Leaves out what was published before, and notes the rest. */
    private Taken noted(OnConnection on, Lease lease, TakenRows rows, List<Run> runs, Taken chosen)
            throws SQLException {
        Map<String, String> known = notes.of(on, ids(chosen));
        EventNotes.Heeded heeded = notes.heed(on, lease, known);
        heeded.over().forEach(rows::remove);
        rows.passedOver(heeded.settled());
        Taken taken = heeded.over().isEmpty() ? chosen : rows.inOrderOf(runs, terms.inOrder());
        notes.chosen(
                on, ids(taken).stream().filter(id -> !known.containsKey(id)).toList());
        return taken;
    }

    private static List<String> ids(Taken taken) {
        return taken.messages().stream().map(Message::id).toList();
    }

    /** What was read as a whole when the rows were chosen is not read again, unless it is to be locked. */
    private void read(OnConnection on, List<Found> chosen, TakenRows taken) throws SQLException {
        List<String> unread = new ArrayList<>();
        for (Found row : chosen) {
            if (terms.owns() && row.content() != null) {
                taken.add(row.content());
            } else {
                unread.add(row.id());
            }
        }
        if (!unread.isEmpty()) {
            read(on, unread).forEach(taken::add);
        }
    }

    private List<TakenRows.Row> read(OnConnection on, List<String> ids) throws SQLException {
        Map<String, Object> values = new HashMap<>();
        values.put("ids", table.ids(ids));
        values.put("max_payload", terms.settings().maxPayloadBytes());
        Set<String> flags = new HashSet<>();
        flags.add(terms.owns() ? "own" : "mark");
        places.of(ids).ifPresent(known -> {
            flags.add("placed");
            values.put("places", known);
        });
        // By the names that were asked for: the column's collation may find a row of another name
        Set<String> wanted = new HashSet<>(ids);
        return on
                .rows(
                        new Template("take", Map.of(), flags),
                        values,
                        rows -> row(
                                rows,
                                table.headers(),
                                TakenRows.payload(rows.getBytes("payload"), rows.getLong("size"))))
                .stream()
                .filter(row -> wanted.contains(row.id()))
                .toList();
    }

    static TakenRows.Row row(ResultSet rows, HeaderColumns headers, Payload payload) throws SQLException {
        String type = rows.getString("type");
        return new TakenRows.Row(
                rows.getString("id"),
                rows.getString("grp"),
                type == null ? "" : type,
                payload,
                rows.getInt("attempts"),
                Moments.instant(rows.getString("created")),
                headers.read(rows));
    }

    private void suspects(OnConnection on, List<String> ids, TakenRows taken) throws SQLException {
        Map<String, Object> values = Map.of("relay", terms.relay(), "ids", ids);
        on.rows(Template.of("suspects"), values, rows -> {
            taken.suspect(rows.getString("id"), rows.getInt("level"), rows.getInt("crashes"));
            return true;
        });
    }

    /** What was read ahead comes without a look at the group: it may be held by somebody. */
    private List<Run> unblocked(OnConnection on, List<Run> runs) throws SQLException {
        List<Run> offered = runs.stream().filter(Run::offered).toList();
        if (!terms.inOrder() || !reading.looksForBlocked() || offered.isEmpty()) {
            return runs;
        }
        List<String> groups =
                offered.stream().map(run -> String.valueOf(run.group())).toList();
        Set<Integer> blocked = reading.blocked(on, groups);
        Set<String> names = new HashSet<>();
        blocked.forEach(place -> names.add(groups.get(place)));
        return runs.stream()
                .filter(run -> !run.offered() || !names.contains(String.valueOf(run.group())))
                .toList();
    }

    private void keep(OnConnection on, Take wish, Taken taken, String moment) throws SQLException {
        List<String> ids = ids(taken);
        if (!terms.owns()) {
            on.update(Template.of("mark"), Map.of("ids", table.ids(ids), "moment", moment));
        }
        if (terms.byLeaseRow()) {
            Map<String, Object> values = Map.of(
                    "relay", terms.relay(),
                    "owner", wish.owner().value(),
                    "number", wish.number(),
                    "moment", moment,
                    "ids", JsonTexts.write(ids));
            on.update(Template.of("record"), values);
        }
    }
}
