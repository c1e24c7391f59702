package dev.signalbox.core.coordination;

import java.util.Set;

/** What a membership asks its coordinator to do. */
public sealed interface LeaseCommand {
    Incarnation incarnation();

    /** Begin a lease under a fresh incarnation that wants these relays. */
    record Join(Incarnation incarnation, Set<String> relays) implements LeaseCommand {}

    /** Extend the lease. */
    record Renew(Incarnation incarnation) implements LeaseCommand {}

    /** Try to own shards of a relay. */
    record Acquire(Incarnation incarnation, String relay, Shards shards) implements LeaseCommand {}

    /** Withdraw the interest in all relays, so that other nodes need not leave us a share. */
    record Withdraw(Incarnation incarnation) implements LeaseCommand {}

    /** Release shards of a relay. */
    record Release(Incarnation incarnation, String relay, Shards shards) implements LeaseCommand {}
}
