package dev.signalbox.postgres.table;

import dev.signalbox.core.source.ClaimRequest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Rows chosen to be handed out, within what was asked for. */
final class Choice {
    final ClaimRequest request;
    final List<Row> rows = new ArrayList<>();
    final Set<String> moreOf = new HashSet<>();

    /** Whether another message was found in the place of a chosen one, and may go next. */
    boolean replaced;

    private final Set<String> ids = new HashSet<>();
    private final Map<Lane, Integer> taken = new HashMap<>();
    private long bytes;
    private boolean full;

    Choice(ClaimRequest request) {
        this.request = request;
    }

    /** Whether there was a row that did not fit any more. */
    boolean isFull() {
        return full || rows.size() >= request.messages();
    }

    boolean fits(Row row) {
        full |= rows.size() >= request.messages() || (!rows.isEmpty() && bytes + row.size() > request.bytes());
        return !full;
    }

    int takenOf(Lane lane) {
        return taken.getOrDefault(lane, 0);
    }

    boolean hasId(String id) {
        return ids.contains(id);
    }

    Row last() {
        return rows.getLast();
    }

    void take(Lane lane, Row row) {
        rows.add(row);
        ids.add(row.id());
        bytes += row.size();
        if (lane.group != null) {
            taken.merge(lane, 1, Integer::sum);
        }
    }
}
