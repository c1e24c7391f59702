package dev.signalbox.postgres.owntable;

import dev.signalbox.core.coordination.Incarnation;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The states of this process's incarnations. A late call of an earlier incarnation finds its own state, and so cannot
 * change that of the next one.
 */
final class OwnTableStates {
    private static final int REMEMBERED = 4;

    private final Supplier<OwnTableState> fresh;
    private final Map<Incarnation, OwnTableState> byOwner = new LinkedHashMap<>();

    OwnTableStates(Supplier<OwnTableState> fresh) {
        this.fresh = fresh;
    }

    synchronized OwnTableState of(Incarnation owner) {
        OwnTableState known = byOwner.computeIfAbsent(owner, _ -> fresh.get());
        if (byOwner.size() > REMEMBERED) {
            byOwner.remove(byOwner.keySet().iterator().next());
        }
        return known;
    }
}
