package dev.signalbox.core.coordination;

/** What a membership wants done with its coordinator. */
public sealed interface LeaseCommand {
    /** Begin a lease under a fresh incarnation. */
    record Join(Incarnation incarnation) implements LeaseCommand {}

    /** Extend the lease. */
    record Renew(Incarnation incarnation) implements LeaseCommand {}

    /** Try to own a relay. */
    record Acquire(Incarnation incarnation, String relay) implements LeaseCommand {}
}
