package dev.signalbox.core.relay;

import dev.signalbox.core.coordination.Coordinator;
import dev.signalbox.core.coordination.Coordinator.CoordinationException;
import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.Membership;
import dev.signalbox.core.coordination.Membership.LeaseCommand;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.diagnostics.FailureLog;
import dev.signalbox.core.diagnostics.OutOfMemory;
import dev.signalbox.core.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A node's part in the relays of one database: keeps its lease, and passes on to the relays what they own. */
public final class Node {
    private static final System.Logger LOG = System.getLogger(Node.class.getName());

    private final Coordinator coordinator;
    private final Membership membership;
    private final List<Relay> relays;
    private final Clock clock;
    private final Consumer<Throwable> onBroken;
    private final FailureLog leaseFailures;
    private final Semaphore news = new Semaphore(0);
    private volatile boolean leaving;
    private boolean left;
    private volatile boolean ended;
    private @Nullable Thread keeper;
    /** The server that the last incarnation was bound to; empty if there was none. */
    private String server = "";

    /** @param onBroken called when the node's own code failed or its coordinator cannot work at all */
    public Node(
            Coordinator coordinator,
            Membership membership,
            List<Relay> relays,
            Clock clock,
            Consumer<Throwable> onBroken) {
        this.coordinator = coordinator;
        this.membership = membership;
        this.relays = List.copyOf(relays);
        this.clock = clock;
        this.onBroken = onBroken;
        this.leaseFailures = new FailureLog("keeping the lease failed");
    }

    public void start() {
        relays.forEach(relay -> {
            relay.whenDrained(news::release);
            relay.start();
            membership.contend(relay.identity());
        });
        keeper = Thread.ofVirtual().name("lease-keeper").start(this::keepLease);
    }

    public List<Relay> relays() {
        return relays;
    }

    /**
     * Stops cleanly: claims nothing more, lets in-flight messages finish, settles or releases everything, and resigns
     * the lease, which it keeps until then.
     */
    public StopResult stop(Duration grace) throws InterruptedException {
        long deadline = clock.nanos() + grace.toNanos();
        relays.forEach(Relay::stop);
        leaving = true;
        news.release();
        boolean clean = true;
        for (Relay relay : relays) {
            clean &= relay.awaitQuiet(Math.max(0, deadline - clock.nanos()));
        }
        List<String> unknown = new ArrayList<>();
        for (Relay relay : relays) {
            unknown.addAll(relay.end());
        }
        ended = true;
        news.release();
        if (keeper != null) {
            keeper.join(Duration.ofSeconds(5));
        }
        if (clean) {
            resign();
        }
        coordinator.close();
        return new StopResult(clean, unknown);
    }

    /** Not after an unclean stop: the next owner must treat the messages in flight with care. */
    private void resign() {
        Incarnation incarnation = membership.incarnation();
        if (incarnation == null) {
            return;
        }
        relays.forEach(relay -> relay.left(incarnation));
        try {
            coordinator.resign(incarnation);
        } catch (CoordinationException e) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "could not resign, others will wait for the lease: {0}",
                    e.getMessage());
        }
    }

    private void keepLease() {
        try {
            while (!ended) {
                if (news.tryAcquire(waitNanos(), TimeUnit.NANOSECONDS)) {
                    news.drainPermits();
                }
                if (leaving && !left) {
                    left = true;
                    membership.leave();
                    tellRelays();
                }
                askRelays();
                LeaseCommand command = ended ? null : membership.next(clock.leaseNanos());
                if (command != null) {
                    carryOut(command);
                    tellRelays();
                }
            }
        } catch (InterruptedException e) {
            LOG.log(System.Logger.Level.DEBUG, "lease keeper interrupted");
        } catch (RuntimeException | Error e) {
            OutOfMemory.report(e);
            LOG.log(System.Logger.Level.DEBUG, "lease keeper broken", e);
            onBroken.accept(e);
        }
    }

    private long waitNanos() {
        return Clock.between(clock.leaseNanos(), membership.nextWakeup());
    }

    /** After a failover, what the former server alone had committed is lost, and nothing shows which of it was delivered. */
    private void noticeServer() {
        Incarnation now = membership.incarnation();
        if (now == null || now.server().equals(server)) {
            return;
        }
        if (!server.isEmpty()) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "the database server was restarted or replaced: what this node had read from it before counts no more."
                            + " If a standby without the last transactions has taken over, some of their messages may have"
                            + " been delivered although they are gone");
        }
        server = now.server();
    }

    private void carryOut(LeaseCommand command) {
        try {
            command.run(coordinator, membership.ttl(), clock.leaseNanos()).accept(membership, clock.leaseNanos());
            leaseFailures.over();
            noticeServer();
        } catch (CoordinationException e) {
            leaseFailures.raise(String.valueOf(e.getMessage()), clock.nanos());
            membership.failed(command, clock.leaseNanos());
        }
    }

    private void askRelays() {
        Map<String, Shards> drained = new HashMap<>();
        for (Relay relay : relays) {
            drained.merge(relay.identity(), relay.drained(), Shards::and);
        }
        drained.forEach(membership::drained);
    }

    private void tellRelays() {
        for (Relay relay : relays) {
            Incarnation owner = membership.ownerOf(relay.identity());
            if (owner == null) {
                relay.lost();
            } else {
                relay.owned(owner, membership.trustedUntil(), membership.shardsOf(relay.identity()));
                relay.paused(membership.isPaused(relay.identity()));
            }
        }
    }

    /** Whether all was settled or released in time, and the ids of sent, unrecorded messages: they may arrive again. */
    public record StopResult(boolean clean, List<String> unknown) {
        public static final StopResult CLEAN = new StopResult(true, List.of());

        public StopResult {
            unknown = List.copyOf(unknown);
        }

        /** Both results together. */
        public StopResult and(StopResult other) {
            return new StopResult(
                    clean && other.clean,
                    Stream.concat(unknown.stream(), other.unknown.stream()).toList());
        }
    }
}
