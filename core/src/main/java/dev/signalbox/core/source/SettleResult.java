package dev.signalbox.core.source;

import java.util.Collections;
import java.util.Set;

/** The ids whose verdict is recorded, and those whose row is locked: to be settled again later. */
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
