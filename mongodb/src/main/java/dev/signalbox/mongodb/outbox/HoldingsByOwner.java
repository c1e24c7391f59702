package dev.signalbox.mongodb.outbox;

import dev.signalbox.core.coordination.Incarnation;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What each incarnation of this process holds. A late call of an earlier incarnation finds its own holdings, so that it
 * cannot disturb those of the next one.
 */
final class HoldingsByOwner {
    private static final int REMEMBERED = 4;

    private final AtomicLong numbers = new AtomicLong();
    private final Map<Incarnation, Holdings> holdings = new LinkedHashMap<>();

    synchronized Holdings of(Incarnation owner) {
        Holdings known = holdings.computeIfAbsent(owner, fresh -> new Holdings(fresh, numbers::incrementAndGet));
        if (holdings.size() > REMEMBERED) {
            holdings.remove(holdings.keySet().iterator().next());
        }
        return known;
    }
}
