package dev.signalbox.mongodb.outbox;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.Shards;
import org.jspecify.annotations.Nullable;

/**
 * The shards in which a recovery releases messages: those that its owner claims from, and those that it has gained. In other
 * shards it might release messages while their owner reads, so that later ones overtake them.
 */
final class RecoveryScope {
    private @Nullable Incarnation owner;
    private Shards gained = Shards.NONE;
    private Shards claimed = Shards.NONE;

    void gained(Incarnation incarnation, Shards shards) {
        begin(incarnation);
        gained = gained.plus(shards);
    }

    void claims(Incarnation incarnation, Shards shards) {
        begin(incarnation);
        claimed = shards;
        gained = gained.minus(shards);
    }

    private void begin(Incarnation incarnation) {
        if (!incarnation.equals(owner)) {
            owner = incarnation;
            gained = Shards.NONE;
            claimed = Shards.NONE;
        }
    }

    /** All shards if the owner has not claimed or gained any yet. */
    Shards of(Incarnation incarnation) {
        return incarnation.equals(owner) ? gained.plus(claimed) : Shards.ALL;
    }
}
