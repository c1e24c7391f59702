package dev.signalbox.postgres.table;

import dev.signalbox.core.coordination.Incarnation;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * What each incarnation of this process knows. A late call of an earlier incarnation finds its own knowledge, so that it
 * cannot disturb that of the next one.
 */
final class OwnedRowsByOwner {
    private static final int REMEMBERED = 4;

    private final Supplier<OwnedRows> fresh;
    private final Map<Incarnation, OwnedRows> byOwner = new LinkedHashMap<>();

    OwnedRowsByOwner(Supplier<OwnedRows> fresh) {
        this.fresh = fresh;
    }

    synchronized OwnedRows of(Incarnation owner) {
        OwnedRows known = byOwner.computeIfAbsent(owner, _ -> fresh.get());
        if (byOwner.size() > REMEMBERED) {
            byOwner.remove(byOwner.keySet().iterator().next());
        }
        return known;
    }
}
