package dev.signalbox.core.source;

import java.util.Collections;
import java.util.Set;

/**
 * What came of a settlement.
 *
 * @param recorded ids whose claim still held and whose verdict is recorded
 * @param busy ids whose row is locked by somebody at the moment: to be settled again later
 */
public record SettleResult(Set<String> recorded, Set<String> busy) {
    public static final SettleResult NOTHING = new SettleResult(Set.of(), Set.of());

    /** The sets are handed over. (The JDK's immutable ones are slow to search for ids that follow one another.) */
    public SettleResult {
        recorded = Collections.unmodifiableSet(recorded);
        busy = Collections.unmodifiableSet(busy);
    }

    public static SettleResult all(Set<String> recorded) {
        return new SettleResult(recorded, Set.of());
    }
}
