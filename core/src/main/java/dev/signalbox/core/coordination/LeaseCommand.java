package dev.signalbox.core.coordination;

import dev.signalbox.core.coordination.Coordinator.Acquisition;
import dev.signalbox.core.coordination.Coordinator.CoordinationException;
import dev.signalbox.core.coordination.Coordinator.Renewal;
import java.time.Duration;
import java.util.Set;
import java.util.function.ObjLongConsumer;

/** What a membership asks its coordinator to do. */
public sealed interface LeaseCommand {
    Incarnation incarnation();

    /** Sends the command, and returns what passes its result to the membership at the time of the answer. */
    default ObjLongConsumer<Membership> run(Coordinator coordinator, Duration ttl, long sentAt)
            throws CoordinationException {
        return switch (this) {
            case Join join -> {
                coordinator.join(join.incarnation, ttl, join.relays);
                yield (membership, _) -> membership.joined(join, sentAt);
            }
            case Renew renew -> {
                Renewal renewal = coordinator.renew(renew.incarnation, ttl);
                yield (membership, _) -> membership.renewed(renew, renewal, sentAt);
            }
            case Acquire acquire -> {
                Acquisition acquisition = coordinator.acquire(acquire.incarnation, acquire.relay, acquire.shards);
                yield (membership, now) -> membership.acquired(acquire, acquisition, now);
            }
            case Withdraw withdraw -> {
                coordinator.withdraw(withdraw.incarnation);
                yield (membership, _) -> membership.withdrawn(withdraw);
            }
            case Release release -> {
                coordinator.release(release.incarnation, release.relay, release.shards);
                yield (membership, _) -> membership.released(release);
            }
        };
    }

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
