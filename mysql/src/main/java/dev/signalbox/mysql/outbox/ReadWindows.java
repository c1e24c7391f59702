package dev.signalbox.mysql.outbox;

import dev.signalbox.core.delivery.Ordering;
import dev.signalbox.jdbc.outbox.Found;
import dev.signalbox.jdbc.outbox.Reading;
import dev.signalbox.jdbc.outbox.Run;
import dev.signalbox.jdbc.outbox.Terms;
import dev.signalbox.jdbc.outbox.Wish;
import dev.signalbox.mysql.outbox.OnConnection.Template;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/** Reads the first rows of groups, in the order in which they are to be delivered. Nothing is locked. */
final class ReadWindows {
    private static final int LOOKED_AT = 256;
    private static final int AHEAD = 256;
    private static final int FAR_AHEAD = 8_192;

    private final MySqlTable table;
    private final Terms terms;
    private final Strays strays;
    private final Windows windows;

    ReadWindows(MySqlTable table, Terms terms, Strays strays, Places places) {
        this.table = table;
        this.terms = terms;
        this.strays = strays;
        this.windows = new Windows(table, terms, strays, places);
    }

    Reading read(OnConnection on, Wish wish) throws SQLException {
        List<Run> runs = new ArrayList<>();
        List<String> unread = new ArrayList<>();
        int rows = 0;
        int next = 0;
        while (next < wish.groups().size() && rows < wish.messages()) {
            int end = Math.min(wish.groups().size(), next + LOOKED_AT);
            List<String> free = free(on, wish.groups().subList(next, end));
            next = end;
            while (!free.isEmpty() && rows < wish.messages()) {
                Windows.Answer answer = windows.read(on, wish, free, wish.messages() - rows);
                runs.addAll(answer.runs());
                for (String stray : answer.hidden()) {
                    exact(on, wish, stray).ifPresent(runs::add);
                }
                rows = runs.stream().mapToInt(run -> run.rows().size()).sum();
                free = answer.unread();
            }
            unread.addAll(free);
        }
        unread.addAll(wish.groups().subList(next, wish.groups().size()));
        return new Reading(runs, unread);
    }

    private List<String> free(OnConnection on, List<String> groups) throws SQLException {
        if (!looksForBlocked()) {
            return groups;
        }
        Set<Integer> blocked = blocked(on, groups);
        return IntStream.range(0, groups.size())
                .filter(i -> !blocked.contains(i))
                .mapToObj(groups::get)
                .toList();
    }

    /** Whether a row can hold up its group at all. */
    boolean looksForBlocked() {
        return waitsForHeld() || terms.settings().holdExhausted();
    }

    private boolean waitsForHeld() {
        return terms.inOrder() && table.layout().marks();
    }

    /** The places of those groups that have a row in a state that holds them up. */
    Set<Integer> blocked(OnConnection on, List<String> groups) throws SQLException {
        Set<String> flags = new HashSet<>();
        if (waitsForHeld()) {
            flags.add("in_order");
        }
        if (terms.settings().holdExhausted()) {
            flags.add("hold_exhausted");
        }
        Set<Integer> blocked = new HashSet<>();
        on.rows(
                new Template("blocked", Map.of(), flags),
                Map.of(
                        "groups", table.groups().json(groups),
                        "names", table.groups().bound(groups)),
                // The number, or the group's name where that is all that is asked for
                rows -> blocked.add(
                        rows.getInt("n") > 0 ? rows.getInt("n") - 1 : groups.indexOf(rows.getString("grp"))));
        return blocked;
    }

    private Optional<Run> exact(OnConnection on, Wish wish, String group) throws SQLException {
        int ahead = wish.farAhead() ? FAR_AHEAD : AHEAD;
        boolean passHeld =
                terms.settings().ordering() != Ordering.BLOCK && !wish.held().isEmpty();
        Map<String, Object> values = new HashMap<>();
        values.put("grp", table.groups().bound(group));
        values.put("held", table.ids(wish.held()));
        values.put("max_payload", terms.settings().maxPayloadBytes());
        List<Found> found = on.rows(
                new Template(
                        "read-exact",
                        Map.of("rows", wish.perGroup() + ahead),
                        passHeld ? Set.of("pass_held") : Set.of()),
                values,
                rows -> new Found(rows.getString("id"), rows.getLong("size")));
        if (found.isEmpty()) {
            strays.forget(List.of(group));
            return Optional.empty();
        }
        int first = Math.min(wish.perGroup(), found.size());
        List<Found> usable = wish.untilHeld(terms.settings().ordering(), found.subList(0, first));
        List<Found> behind = found.subList(first, found.size());
        return usable.isEmpty()
                ? Optional.empty()
                : Optional.of(new Run(group, usable, !behind.isEmpty(), behind, false));
    }
}
