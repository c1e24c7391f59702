package dev.signalbox.platform.postgres.delivery;

import dev.signalbox.core.source.ClaimSource.ClaimRequest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Rows selected for a claim, within the limits of its request. */
final class JobSelection {
    final ClaimRequest request;
    final List<QueueRow> rows = new ArrayList<>();
    final Set<String> moreOf = new HashSet<>();

    /** Whether some of the rows have no room and may be claimed next. */
    boolean replaced;

    private final Map<WaitingGroup, Integer> takenOf = new HashMap<>();
    private final Map<Long, Integer> taken = new HashMap<>();

    JobSelection(ClaimRequest request) {
        this.request = request;
    }

    boolean isFull() {
        return rows.size() >= request.messages();
    }

    /** How much more of this stream may be taken. */
    int roomOf(long stream) {
        int room = request.outlets().roomOf(stream) - taken.getOrDefault(stream, 0);
        return Math.min(room, request.messages() - rows.size());
    }

    int leftInAll() {
        return request.messages() - rows.size();
    }

    /** How much more of this group may be taken. */
    int leftOf(WaitingGroup group) {
        return request.perGroup() - takenOf.getOrDefault(group, 0);
    }

    void take(WaitingGroup group, QueueRow row) {
        rows.add(row);
        takenOf.merge(group, 1, Integer::sum);
        taken.merge(row.key().stream(), 1, Integer::sum);
    }
}
