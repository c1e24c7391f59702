package dev.signalbox.core.source;

import java.util.Set;

/**
 * What came of a settlement.
 *
 * @param recorded ids whose claim still held and whose verdict is recorded
 * @param busy ids whose row is locked by somebody at the moment: to be settled again later
 */
public record Settled(Set<String> recorded, Set<String> busy) {
    public static final Settled NOTHING = new Settled(Set.of(), Set.of());

    public Settled {
        recorded = Set.copyOf(recorded);
        busy = Set.copyOf(busy);
    }

    public static Settled all(Set<String> recorded) {
        return new Settled(recorded, Set.of());
    }
}
