package dev.signalbox.mongodb.outbox;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.Shards;
import org.jspecify.annotations.Nullable;

/**
 * The shards in which a recovery gives back: those that its owner claims from, and those that it has gained and is about to
 * claim from. What comes free in another node's shard while that node reads could be overtaken, so that is left to it.
 */
final class RecoveryScope {
    private @Nullable Incarnation owner;
    private Shards gained = Shards.NONE;
    private Shards claimed = Shards.NONE;

    void gained(Incarnation by, Shards shards) {
        begin(by);
        gained = gained.plus(shards);
    }

    void claims(Incarnation by, Shards shards) {
        begin(by);
        claimed = shards;
        gained = gained.minus(shards);
    }

    private void begin(Incarnation by) {
        if (!by.equals(owner)) {
            owner = by;
            gained = Shards.NONE;
            claimed = Shards.NONE;
        }
    }

    /** All of them for one that has not said yet which are its own. */
    Shards of(Incarnation by) {
        return by.equals(owner) ? gained.plus(claimed) : Shards.ALL;
    }
}
