package dev.signalbox.core.coordination;

import java.util.Set;

/** What a membership wants done with its coordinator. */
public sealed interface LeaseCommand {
    Incarnation incarnation();

    /** Begin a lease under a fresh incarnation, as one that wants these relays. */
    record Join(Incarnation incarnation, Set<String> relays) implements LeaseCommand {}

    /** Extend the lease. */
    record Renew(Incarnation incarnation) implements LeaseCommand {}

    /** Try to own shards of a relay. */
    record Acquire(Incarnation incarnation, String relay, Shards shards) implements LeaseCommand {}

    /** Say that nothing is wanted any more, so that others need not leave us a share. */
    record Withdraw(Incarnation incarnation) implements LeaseCommand {}

    /** Give shards of a relay back. */
    record Release(Incarnation incarnation, String relay, Shards shards) implements LeaseCommand {}
}
