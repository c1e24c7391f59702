package dev.signalbox.mysql.outbox;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The positions of recently read rows in a table that numbers its rows. Finding a row by position costs half as much as
 * by id; unknown rows are found by id. The position also distinguishes a new row from a delivered and deleted one with
 * the same id, so that a repeated settlement does not delete the new row.
 */
final class KnownRowPositions {
    private static final int MOST = 100_000;
    /** The number of settled rows to remember, because their settlement may not be committed or may be repeated. */
    private static final int MOST_SETTLED = 5_000;

    private final boolean numbered;
    private final Map<String, Long> byId = new LinkedHashMap<>();
    private final Deque<String> settled = new ArrayDeque<>();

    KnownRowPositions(MySqlOutboxTable table) {
        this.numbered = table.positionIndex() != null;
    }

    boolean numbered() {
        return numbered;
    }

    /** @param column the column with the position, if rows are numbered */
    void met(String id, ResultSet row, String column) throws SQLException {
        if (numbered) {
            met(id, row.getLong(column));
        }
    }

    private synchronized void met(String id, long place) {
        byId.put(id, place);
        if (byId.size() > MOST) {
            byId.remove(byId.keySet().iterator().next());
        }
    }

    /** The positions of all these rows; empty if one is unknown. */
    synchronized Optional<List<Long>> of(Collection<String> ids) {
        List<Long> places = new ArrayList<>(ids.size());
        for (String id : ids) {
            Long place = byId.get(id);
            if (place == null) {
                return Optional.empty();
            }
            places.add(place);
        }
        return Optional.of(places);
    }

    /** Whether this is a different row from the one that was read under this id. */
    synchronized boolean isAnother(String id, long place) {
        Long known = byId.get(id);
        return known != null && known != place;
    }

    /** Lets go of these rows after a while. */
    synchronized void settled(Collection<String> ids) {
        settled.addAll(ids);
        while (settled.size() > MOST_SETTLED) {
            byId.remove(settled.remove());
        }
    }
}
