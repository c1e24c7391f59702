package dev.signalbox.core.outbox;

import dev.signalbox.core.coordination.Incarnation;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/** State of each of the last incarnations: a late call of an earlier one cannot disturb that of the next one. */
public final class StateByOwner<T> {
    private static final int REMEMBERED = 4;

    private final Function<Incarnation, T> fresh;
    private final Map<Incarnation, T> kept = new LinkedHashMap<>();

    /** @param fresh creates the initial state of an incarnation */
    public StateByOwner(Function<Incarnation, T> fresh) {
        this.fresh = fresh;
    }

    public synchronized T of(Incarnation owner) {
        T known = kept.computeIfAbsent(owner, fresh);
        if (kept.size() > REMEMBERED) {
            kept.remove(kept.keySet().iterator().next());
        }
        return known;
    }
}
