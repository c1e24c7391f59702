package dev.signalbox.mysql.outbox;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Where rows stand that were read lately, in a table that numbers them: a row is found by its number at half of what it costs
 * by its id. It is only the shorter way: what is not known here is found by its id.
 */
final class Places {
    private static final int MOST = 100_000;

    private final boolean numbered;
    private final Map<String, Long> byId = new LinkedHashMap<>();

    Places(MySqlTable table) {
        this.numbered = table.placeIndex() != null;
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

    synchronized void forget(Collection<String> ids) {
        ids.forEach(byId::remove);
    }
}
