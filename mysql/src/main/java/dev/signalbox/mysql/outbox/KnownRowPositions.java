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
 * Where rows stand that were read lately, in a table that numbers them: a row is found by its number at half of what it costs
 * by its id; what is not known here is found by its id. And a row that has the id of a delivered and deleted one is told
 * from that, so that a settlement which is repeated because its answer was lost does not delete it.
 */
final class KnownRowPositions {
    private static final int MOST = 100_000;
    /** So many rows are remembered after their settlement, which is perhaps not committed, or comes again. */
    private static final int MOST_SETTLED = 5_000;

    private final boolean numbered;
    private final Map<String, Long> byId = new LinkedHashMap<>();
    private final Deque<String> settled = new ArrayDeque<>();

    KnownRowPositions(MySqlOutboxTable table) {
        this.numbered = table.positionIndex() != null;
    }

    /** Whether there is a shorter way at all. */
    boolean numbered() {
        return numbered;
    }

    /** @param column the one that has the number, where there are numbers */
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

    /** Those of all these rows, or nothing. */
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

    /** Whether a row is another one than that which was read under its id. */
    synchronized boolean isAnother(String id, long place) {
        Long known = byId.get(id);
        return known != null && known != place;
    }

    /** These need not be remembered for long. */
    synchronized void settled(Collection<String> ids) {
        settled.addAll(ids);
        while (settled.size() > MOST_SETTLED) {
            byId.remove(settled.remove());
        }
    }
}
