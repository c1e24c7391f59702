package dev.signalbox.testkit.lease;

import dev.signalbox.core.coordination.Coordinator;
import dev.signalbox.core.coordination.Coordinator.CoordinationException;
import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.Membership;
import dev.signalbox.core.coordination.Membership.LeaseCommand;
import dev.signalbox.core.coordination.Membership.LeaseTerms;
import dev.signalbox.core.coordination.RelaySharing;
import dev.signalbox.core.coordination.Shards;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** A node that keeps its lease by a real membership on a thread of its own, and drains shards at once. */
final class MembershipNode {
    private static final Duration TTL = Duration.ofSeconds(1);
    private static final long TICK = Duration.ofMillis(10).toNanos();

    private final String name;
    private final ShardWorkRecorder log;
    private final NodeComponents.Connections connections;
    final Coordinator coordinator;
    private final Membership membership;
    private final Semaphore awake = new Semaphore(1);
    private final Thread keeper;
    private volatile boolean ended;
    volatile Shards working = Shards.NONE;
    volatile Incarnation incarnation = new Incarnation("none");

    /** Starts the node. */
    MembershipNode(String name, NodeComponents parts, RelaySharing relaySharing, ShardWorkRecorder log) {
        this.name = name;
        this.log = log;
        this.connections = parts.connections();
        this.coordinator = parts.coordinator();
        this.membership = new Membership(
                LeaseTerms.of(TTL),
                relaySharing,
                () -> new Incarnation(UUID.randomUUID().toString()));
        membership.contend(LeaseNode.RELAY);
        this.keeper = Thread.ofVirtual().start(this::keepLease);
    }

    /** Stops as if the process were frozen, between two commands. */
    void freeze() throws InterruptedException {
        awake.acquire();
    }

    void goOn() {
        awake.release();
    }

    /** Ends without releasing anything. */
    void kill() throws InterruptedException {
        ended = true;
        keeper.join();
    }

    /** Ends cleanly. */
    void leave() throws Exception {
        kill();
        log.works(name, Shards.NONE, 0);
        coordinator.resign(incarnation);
    }

    /** Ends without releasing anything, unless it has ended already, and closes its connections. */
    void close() throws InterruptedException {
        kill();
        coordinator.close();
        connections.close();
    }

    private void keepLease() {
        try {
            while (!ended) {
                awake.acquire();
                LeaseCommand command = membership.next(System.nanoTime());
                if (command != null) {
                    carryOut(command);
                    say();
                }
                awake.release();
                if (command == null) {
                    TimeUnit.NANOSECONDS.sleep(TICK);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Stops working on shards before they are released. */
    private void say() {
        working = membership.shardsOf(LeaseNode.RELAY);
        Incarnation present = membership.incarnation();
        if (present != null) {
            incarnation = present;
        }
        log.works(name, working, membership.trustedUntil());
        membership.drained(LeaseNode.RELAY, membership.leaving(LeaseNode.RELAY));
    }

    private void carryOut(LeaseCommand command) {
        try {
            command.run(coordinator, TTL, System.nanoTime()).accept(membership, System.nanoTime());
        } catch (CoordinationException e) {
            membership.failed(command, System.nanoTime());
        }
    }

    /** Records which node works on which shards, as the nodes themselves see it, and whether two ever did so at once. */
    static final class ShardWorkRecorder {
        private record OwnedShards(Shards shards, long trustedUntil) {}

        private final Map<String, OwnedShards> ownedShards = new HashMap<>();
        private final List<String> overlaps = new ArrayList<>();

        /** A node reports its shards, before it acts on them. */
        synchronized void works(String node, Shards shards, long trustedUntil) {
            ownedShards.put(node, new OwnedShards(shards, trustedUntil));
            ownedShards.forEach((other, theirs) -> {
                Shards both = theirs.shards().and(shards);
                if (!other.equals(node) && !both.isEmpty() && theirs.trustedUntil() > System.nanoTime()) {
                    overlaps.add(node + " and " + other + " both work on "
                            + both.numbers().boxed().toList());
                }
            });
        }

        synchronized List<String> overlaps() {
            return List.copyOf(overlaps);
        }
    }
}
