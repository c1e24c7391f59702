package dev.signalbox.mongodb.outbox;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The messages that a claim is about to take, within what there is room for. */
final class Selection {
    private final int most;
    private final List<Run> runs = new ArrayList<>();
    private final Set<String> groups = new HashSet<>();
    private int count;

    Selection(int most) {
        this.most = most;
    }

    /**
     * Takes as much of a run as there is room for.
     *
     * @return whether anything of it was taken
     */
    boolean add(Run run) {
        int taken = Math.min(most - count, run.rows().size());
        if (taken > 0) {
            runs.add(run.first(taken));
            if (run.group() != null) {
                groups.add(run.group());
            }
            count += taken;
        }
        return taken > 0;
    }

    boolean has(String group) {
        return groups.contains(group);
    }

    boolean hasLoose() {
        return runs.stream().anyMatch(run -> run.group() == null);
    }

    int room() {
        return most - count;
    }

    boolean isFull() {
        return count >= most;
    }

    boolean isEmpty() {
        return count == 0;
    }

    List<Run> runs() {
        return runs;
    }
}
