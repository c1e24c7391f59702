package dev.signalbox.core.coordination;

import dev.signalbox.core.coordination.Coordinator.Acquisition;
import dev.signalbox.core.coordination.Coordinator.CoordinationException;
import dev.signalbox.core.coordination.Coordinator.Renewal;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.ObjLongConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a node's lease and acquires relays, or its share of them. A state machine like the dispatcher: it issues one
 * command at a time, takes its result, and knows at any moment what the node owns and until when that can be trusted.
 *
 * <p>A lease is trusted until the time before its renewal was sent, plus its length, minus a margin: whatever the
 * answer's delay, the database cannot have ended it earlier. An unanswered renewal changes nothing; only a fence does,
 * and then a new incarnation begins.
 */
public final class Membership {
    private static final long RETRY = Duration.ofMillis(250).toNanos();
    /** An expired lease is checked again a little later, not continuously. */
    private static final Duration SAFELY_OVER = Duration.ofMillis(50);

    private final LeaseTerms terms;
    private final RelaySharing relaySharing;
    private final Supplier<Incarnation> names;
    private final Map<String, ShardOwnership> relays = new LinkedHashMap<>();

    private @Nullable Incarnation incarnation;
    private boolean joined;
    private long trustedUntil;
    private long renewAt;
    private long joinAt = Long.MIN_VALUE;
    private boolean parting;
    private long withdrawAt = Long.MIN_VALUE;

    /** @param names creates an incarnation that was never used */
    public Membership(LeaseTerms terms, RelaySharing relaySharing, Supplier<Incarnation> names) {
        this.terms = terms;
        this.relaySharing = relaySharing;
        this.names = names;
    }

    /** Wants this relay from now on. All relays are added before the node joins. */
    public void contend(String relay) {
        relays.computeIfAbsent(relay, _ -> new ShardOwnership(relaySharing));
    }

    /**
     * Wants nothing more: shards are released as soon as they are drained, and none are acquired. A relay that one node
     * owns as a whole stays owned until the node resigns.
     */
    public void leave() {
        parting = true;
        relays.values().forEach(ShardOwnership::leave);
    }

    /** The next command, or null. The lease comes first. */
    public @Nullable LeaseCommand next(long now) {
        Incarnation me = incarnation;
        if (!joined || me == null) {
            if (now < joinAt) {
                return null;
            }
            Incarnation fresh = names.get();
            incarnation = fresh;
            return new LeaseCommand.Join(fresh, parting ? Set.of() : Set.copyOf(relays.keySet()));
        }
        if (now >= renewAt) {
            return new LeaseCommand.Renew(me);
        }
        if (parting && relaySharing == RelaySharing.SPREAD && now >= withdrawAt) {
            return new LeaseCommand.Withdraw(me);
        }
        for (Map.Entry<String, ShardOwnership> relay : relays.entrySet()) {
            Shards surplus = relay.getValue().toRelease(now);
            if (!surplus.isEmpty()) {
                return new LeaseCommand.Release(me, relay.getKey(), surplus);
            }
            Shards wanted = relay.getValue().toAcquire(now);
            if (!wanted.isEmpty()) {
                return new LeaseCommand.Acquire(me, relay.getKey(), wanted);
            }
        }
        return null;
    }

    public long nextWakeup() {
        if (!joined) {
            return joinAt;
        }
        long next = parting && relaySharing == RelaySharing.SPREAD ? Math.min(renewAt, withdrawAt) : renewAt;
        for (ShardOwnership shardOwnership : relays.values()) {
            next = Math.min(next, shardOwnership.nextTry());
        }
        return next;
    }

    /**
     * @param recorded the incarnation that the coordinator made of the proposed one
     * @param sentAt the time before the command was sent
     */
    public void joined(LeaseCommand.Join join, Incarnation recorded, long sentAt) {
        if (isOurs(join)) {
            incarnation = recorded;
            joined = true;
            trust(sentAt);
            // A renewal returns the state of the relays and which are paused: that must be known before the first is
            // acquired.
            renewAt = sentAt;
        }
    }

    public void renewed(LeaseCommand.Renew renew, Renewal renewal, long sentAt) {
        if (!isOurs(renew)) {
            return;
        }
        if (!renewal.ours()) {
            fenced();
            return;
        }
        trust(sentAt);
        relays.forEach((relay, shardOwnership) -> {
            Renewal.RelayState relayState = renewal.relays().get(relay);
            if (relayState != null) {
                shardOwnership.relayState(relayState);
                renewAt = Math.min(
                        renewAt,
                        sentAt + relayState.nextChange().plus(SAFELY_OVER).toNanos());
            }
        });
    }

    public void acquired(LeaseCommand.Acquire acquire, Acquisition acquisition, long now) {
        if (isOurs(acquire)) {
            switch (acquisition) {
                case Acquisition.Acquired(Shards shards) -> of(acquire.relay()).acquired(shards);
                case Acquisition.Taken(String _, Duration tryAgainIn) ->
                    of(acquire.relay()).tryAcquiringAt(now + tryAgainIn.toNanos());
                case Acquisition.Fenced() -> fenced();
            }
        }
    }

    /** The relay holds nothing of these shards any more and does not claim from them: they can be released. */
    public void drained(String relay, Shards shards) {
        of(relay).drained(shards);
    }

    public void withdrawn(LeaseCommand.Withdraw withdraw) {
        if (isOurs(withdraw)) {
            withdrawAt = Long.MAX_VALUE;
        }
    }

    public void released(LeaseCommand.Release release) {
        if (isOurs(release)) {
            of(release.relay()).released(release.shards());
        }
    }

    /** The command is sent again a little later, as it may have taken effect or not; a join under another incarnation. */
    public void failed(LeaseCommand command, long now) {
        if (!isOurs(command)) {
            return;
        }
        long again = now + RETRY;
        switch (command) {
            case LeaseCommand.Join _ -> joinAt = again;
            case LeaseCommand.Renew _ -> renewAt = again;
            case LeaseCommand.Withdraw _ -> withdrawAt = again;
            case LeaseCommand.Acquire acquire -> of(acquire.relay()).tryAcquiringAt(again);
            case LeaseCommand.Release release -> of(release.relay()).tryReleasingAt(again);
        }
    }

    private boolean isOurs(LeaseCommand command) {
        return command.incarnation().equals(incarnation);
    }

    private ShardOwnership of(String relay) {
        ShardOwnership shardOwnership = relays.get(relay);
        if (shardOwnership == null) {
            throw new IllegalArgumentException("this node does not contend for relay " + relay);
        }
        return shardOwnership;
    }

    private void trust(long sentAt) {
        trustedUntil = sentAt + terms.ttl().minus(terms.margin()).toNanos();
        renewAt = sentAt + terms.renewEvery().toNanos();
    }

    private void fenced() {
        joined = false;
        incarnation = null;
        joinAt = Long.MIN_VALUE;
        withdrawAt = Long.MIN_VALUE;
        relays.values().forEach(ShardOwnership::reset);
    }

    /** The incarnation under which we may work on this relay, perhaps on no shard of it at the moment; or null. */
    public @Nullable Incarnation ownerOf(String relay) {
        boolean ours = relaySharing == RelaySharing.SPREAD || !shardsOf(relay).isEmpty();
        return joined && ours ? incarnation : null;
    }

    /** The shards of this relay that we may work on. */
    public Shards shardsOf(String relay) {
        return joined ? of(relay).working() : Shards.NONE;
    }

    /** The shards of this relay to release as soon as they are drained. */
    public Shards leaving(String relay) {
        return joined ? of(relay).leaving() : Shards.NONE;
    }

    /** Whether an operator has paused the relay, as of the last renewal. */
    public boolean isPaused(String relay) {
        return of(relay).isPaused();
    }

    /** The incarnation that holds a lease now, or null. */
    public @Nullable Incarnation incarnation() {
        return joined ? incarnation : null;
    }

    public long trustedUntil() {
        return trustedUntil;
    }

    public Duration ttl() {
        return terms.ttl();
    }

    /**
     * How long a lease lasts and how it is kept.
     *
     * @param margin how much earlier than the database we stop trusting it, because clocks and schedulers are inexact
     */
    public record LeaseTerms(Duration ttl, Duration renewEvery, Duration margin) {
        public LeaseTerms {
            if (renewEvery.plus(margin).compareTo(ttl) >= 0 || margin.isNegative() || !renewEvery.isPositive()) {
                throw new IllegalArgumentException("a lease of " + ttl + " cannot be renewed every " + renewEvery
                        + " with a margin of " + margin + ": together they must be less than the lease");
            }
        }

        /** Terms in proportion to the length of the lease. */
        public static LeaseTerms of(Duration ttl) {
            return new LeaseTerms(ttl, ttl.multipliedBy(2).dividedBy(5), ttl.dividedBy(8));
        }
    }

    /** What a membership asks its coordinator to do. */
    public sealed interface LeaseCommand {
        Incarnation incarnation();

        /** Sends the command, and returns what passes its result to the membership at the time of the answer. */
        default ObjLongConsumer<Membership> run(Coordinator coordinator, Duration ttl, long sentAt)
                throws CoordinationException {
            return switch (this) {
                case Join join -> {
                    Incarnation recorded = coordinator.join(join.incarnation, ttl, join.relays);
                    yield (membership, _) -> membership.joined(join, recorded, sentAt);
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
}
