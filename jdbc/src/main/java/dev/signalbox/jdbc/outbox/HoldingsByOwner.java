package dev.signalbox.jdbc.outbox;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.source.Holding;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What each incarnation of this process holds. A late call of an earlier incarnation finds its own holdings, so that it
 * cannot disturb those of the next one.
 */
final class HoldingsByOwner {
    private static final int REMEMBERED = 4;

    private final Holding holding;
    private final AtomicLong numbers = new AtomicLong();
    private final Map<Incarnation, Holdings> holdings = new LinkedHashMap<>();

    HoldingsByOwner(Holding holding) {
        this.holding = holding;
    }

    synchronized Holdings of(Incarnation owner) {
        Holdings known = holdings.computeIfAbsent(owner, fresh -> new Holdings(this::next));
        if (holdings.size() > REMEMBERED) {
            holdings.remove(holdings.keySet().iterator().next());
        }
        return known;
    }

    // The sign tells whoever recovers a claim whether its rows were marked
    private long next() {
        return holding == Holding.OWN ? numbers.decrementAndGet() : numbers.incrementAndGet();
    }
}
