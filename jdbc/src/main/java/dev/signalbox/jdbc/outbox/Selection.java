package dev.signalbox.jdbc.outbox;

import dev.signalbox.core.source.ClaimRequest;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The rows that a claim is about to take, within what was asked for. */
final class Selection {
    private final ClaimRequest request;
    private final List<Run> runs = new ArrayList<>();
    private int count;
    private long bytes;
    private boolean cut;

    Selection(ClaimRequest request) {
        this.request = request;
    }

    /**
     * Takes as much of a run as there is room for. The first row always fits.
     *
     * @return whether anything of it was taken
     */
    boolean add(Run run) {
        int taken = 0;
        while (taken < run.rows().size() && fits(run.rows().get(taken))) {
            bytes += run.rows().get(taken).size();
            count++;
            taken++;
        }
        cut |= taken < run.rows().size();
        if (taken > 0) {
            runs.add(run.first(taken));
        }
        return taken > 0;
    }

    private boolean fits(Found row) {
        return !cut && count < request.messages() && (count == 0 || bytes + row.size() <= request.bytes());
    }

    int room() {
        return cut ? 0 : request.messages() - count;
    }

    /** Whether something may have been left because there was no room for it. */
    boolean isFull() {
        return room() == 0;
    }

    boolean isEmpty() {
        return count == 0;
    }

    List<Run> runs() {
        return runs;
    }

    boolean hasLoose() {
        return runs.stream().anyMatch(run -> run.group() == null);
    }

    Set<String> moreOf() {
        Set<String> groups = new HashSet<>();
        for (Run run : runs) {
            if (run.more() && run.group() != null) {
                groups.add(run.group());
            }
        }
        return groups;
    }
}
