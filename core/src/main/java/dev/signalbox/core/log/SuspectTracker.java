package dev.signalbox.core.log;

import dev.signalbox.core.message.Suspicion;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Which events of an owner are suspects, and which of them it has recorded as being sent. */
final class SuspectTracker {
    /** How many events are sent one by one: an event that kills is among the first that an owner sends. */
    private static final int CAREFUL_WITH = 500;

    private static final Suspicion HELD = new Suspicion(Suspicion.Level.HELD, 0);

    private final Map<Long, Suspicion> known;
    private final Set<Long> marked = new HashSet<>();
    /** Events that were recorded as being sent and have an answer that is not recorded yet. */
    private final Set<Long> cleared = new LinkedHashSet<>();

    private final Set<Long> released = new LinkedHashSet<>();
    private int careful;

    SuspectTracker(Suspects suspects) {
        this.known = new HashMap<>(suspects.known());
        this.careful = suspects.careful() ? CAREFUL_WITH : 0;
        this.marked.addAll(known.keySet());
    }

    /** The suspicion of an event that is handed out. */
    Suspicion of(long position) {
        Suspicion suspicion = known.isEmpty() ? null : known.get(position);
        if (suspicion == null && careful > 0) {
            careful--;
            known.put(position, HELD);
            return HELD;
        }
        return suspicion == null ? Suspicion.NONE : suspicion;
    }

    void marked(long position) {
        marked.add(position);
    }

    /** A verdict on an event has come. */
    void judged(long position, boolean done) {
        if (!marked.isEmpty() && marked.contains(position)) {
            (done ? cleared : released).add(position);
        }
    }

    ProgressUpdate.AnsweredSuspects answered() {
        return cleared.isEmpty() && released.isEmpty()
                ? ProgressUpdate.AnsweredSuspects.NONE
                : new ProgressUpdate.AnsweredSuspects(List.copyOf(cleared), List.copyOf(released));
    }

    /** The answers are recorded. */
    void written() {
        known.keySet().removeAll(cleared);
        marked.removeAll(cleared);
        cleared.clear();
        released.clear();
    }
}
