package dev.signalbox.core.source;

import java.util.Collections;
import java.util.Set;

/**
 * The result of a settlement.
 *
 * @param recorded ids whose claim still held and whose verdict is recorded
 * @param busy ids whose row is locked at the moment: to be settled again later
 */
public record SettleResult(Set<String> recorded, Set<String> busy) {
    public static final SettleResult NOTHING = new SettleResult(Set.of(), Set.of());

    /** Takes ownership of the sets. (The JDK's immutable ones are slow to search for consecutive ids.) */
    public SettleResult {
        recorded = Collections.unmodifiableSet(recorded);
        busy = Collections.unmodifiableSet(busy);
    }

    public static SettleResult all(Set<String> recorded) {
        return new SettleResult(recorded, Set.of());
    }
}
