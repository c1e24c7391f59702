package dev.signalbox.jdbc.outbox;

import dev.signalbox.core.source.ClaimSource.ClaimRequest;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The rows that a claim is about to take, within the limits of the request. */
final class ClaimSelection {
    private final ClaimRequest request;
    private final List<GroupPrefix> prefixes = new ArrayList<>();
    private int count;
    private long bytes;
    private boolean cut;

    ClaimSelection(ClaimRequest request) {
        this.request = request;
    }

    /**
     * Takes as much of a group prefix as fits. The first row always fits.
     *
     * @return whether any row was taken
     */
    boolean add(GroupPrefix prefix) {
        int taken = 0;
        while (taken < prefix.rows().size() && fits(prefix.rows().get(taken))) {
            bytes += prefix.rows().get(taken).size();
            count++;
            taken++;
        }
        cut |= taken < prefix.rows().size();
        if (taken > 0) {
            prefixes.add(prefix.first(taken));
        }
        return taken > 0;
    }

    private boolean fits(CandidateRow row) {
        return !cut && count < request.messages() && (count == 0 || bytes + row.size() <= request.bytes());
    }

    int room() {
        return cut ? 0 : request.messages() - count;
    }

    /** Whether rows may have been left out for lack of room. */
    boolean isFull() {
        return room() == 0;
    }

    boolean isEmpty() {
        return count == 0;
    }

    List<GroupPrefix> prefixes() {
        return prefixes;
    }

    boolean hasUngrouped() {
        return prefixes.stream().anyMatch(prefix -> prefix.group() == null);
    }

    Set<String> moreOf() {
        Set<String> groups = new HashSet<>();
        for (GroupPrefix prefix : prefixes) {
            if (prefix.more() && prefix.group() != null) {
                groups.add(prefix.group());
            }
        }
        return groups;
    }
}
