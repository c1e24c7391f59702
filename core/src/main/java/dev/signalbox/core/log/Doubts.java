package dev.signalbox.core.log;

import dev.signalbox.core.message.Suspicion;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Which events of an owner are suspects, and which of them it has recorded as being sent. */
final class Doubts {
    /** So many events are sent with care; whoever kills is among the first, for it was in hand when the last owner died. */
    private static final int CAREFUL_WITH = 500;

    private static final Suspicion HELD = new Suspicion(Suspicion.Level.HELD, 0);

    private final Map<Long, Suspicion> known;
    private final Set<Long> marked = new HashSet<>();
    private int careful;

    Doubts(Suspects suspects) {
        this.known = new HashMap<>(suspects.known());
        this.careful = suspects.careful() ? CAREFUL_WITH : 0;
        this.marked.addAll(known.keySet());
    }

    /** What is held against an event that is handed out. */
    Suspicion of(long position) {
        Suspicion suspicion = known.isEmpty() ? null : known.get(position);
        if (suspicion == null && careful > 0) {
            careful--;
            known.put(position, HELD);
            return HELD;
        }
        return suspicion == null ? Suspicion.NONE : suspicion;
    }

    boolean areNone() {
        return marked.isEmpty();
    }

    void marked(long position) {
        marked.add(position);
    }

    /** Whether something was recorded of it. */
    boolean isMarked(long position) {
        return marked.contains(position);
    }

    /** It is done, and nothing is held against it any more. */
    void cleared(long position) {
        known.remove(position);
        marked.remove(position);
    }
}
