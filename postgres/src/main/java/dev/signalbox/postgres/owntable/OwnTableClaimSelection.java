package dev.signalbox.postgres.owntable;

import dev.signalbox.core.source.ClaimSource.ClaimRequest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Rows selected for a claim, within the limits of its request. */
final class OwnTableClaimSelection {
    final ClaimRequest request;
    final List<OwnTableRow> rows = new ArrayList<>();
    final Set<String> moreOf = new HashSet<>();

    /** Whether another message now has the key of a selected one, and may be claimed next. */
    boolean replaced;

    private final Set<String> ids = new HashSet<>();
    private final Map<BufferedGroup, Integer> taken = new HashMap<>();
    private long bytes;
    private boolean full;

    OwnTableClaimSelection(ClaimRequest request) {
        this.request = request;
    }

    boolean isFull() {
        return full || rows.size() >= request.messages();
    }

    boolean fits(OwnTableRow row) {
        full |= rows.size() >= request.messages() || (!rows.isEmpty() && bytes + row.size() > request.bytes());
        return !full;
    }

    int takenOf(BufferedGroup buffered) {
        return taken.getOrDefault(buffered, 0);
    }

    boolean hasId(String id) {
        return ids.contains(id);
    }

    OwnTableRow last() {
        return rows.getLast();
    }

    void take(BufferedGroup buffered, OwnTableRow row) {
        rows.add(row);
        ids.add(row.id());
        bytes += row.size();
        if (buffered.group != null) {
            taken.merge(buffered, 1, Integer::sum);
        }
    }
}
