package dev.signalbox.testkit.sim;

import dev.signalbox.core.coordination.Coordinator.CoordinationException;
import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.Membership;
import dev.signalbox.core.coordination.Membership.LeaseCommand;
import dev.signalbox.core.delivery.Dispatcher;
import dev.signalbox.core.relay.SharedPermits;
import dev.signalbox.core.relay.SharedPermits.ProcessRequests;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.testkit.memory.InMemoryOutbox;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.ObjLongConsumer;
import org.jspecify.annotations.Nullable;

/** One node: the real dispatcher and the real membership, with simulated threads, clock, database and network. */
final class SimNode {
    static final String RELAY = "outbox";
    private static final Duration CALL_TIMEOUT = Duration.ofSeconds(2);
    private static final Duration GRACE = Duration.ofSeconds(15);

    private final SimulatedCluster cluster;
    final SimProcess process;
    private final VirtualTime time;
    final int index;
    private final long clockOffset;
    private final double clockRate;
    private final ArrayDeque<Runnable> missed = new ArrayDeque<>();
    private final SimCommandRunner commands;

    int life;
    private boolean up;
    private boolean paused;
    private boolean partitioned;
    private boolean stopping;
    /** Whether a lease command is under way: there is one at a time. */
    private boolean leaseBusy;

    private long wakeupAt = Long.MAX_VALUE;
    Dispatcher dispatcher;
    private Membership membership;
    InMemoryOutbox outbox;
    FaultyOutbox source;

    SimNode(SimulatedCluster cluster, int index, SimProcess process) {
        this.cluster = cluster;
        this.process = process;
        this.time = cluster.time;
        this.index = index;
        this.clockOffset = time.between(Duration.ZERO, Duration.ofHours(2));
        this.clockRate = 1 + (time.random.nextDouble() - 0.5) * 0.04;
        this.outbox = cluster.newOutbox();
        this.source = cluster.plant(outbox);
        this.dispatcher =
                cluster.newDispatcher(new SharedPermits(Integer.MAX_VALUE, new ProcessRequests()).share(() -> {}));
        this.membership = cluster.newMembership(index, life);
        this.commands = new SimCommandRunner(this, cluster);
    }

    boolean isAliveIn(int bornIn) {
        return up && life == bornIn;
    }

    long now() {
        return clockOffset + (long) (time.now() * clockRate);
    }

    void start() {
        if (up) {
            return;
        }
        life++;
        up = true;
        cluster.oracle.died(index);
        paused = false;
        stopping = false;
        time.trace(() -> this + " STARTS life " + life);
        leaseBusy = false;
        missed.clear();
        wakeupAt = Long.MAX_VALUE;
        outbox = cluster.newOutbox();
        source = cluster.plant(outbox);
        int bornIn = life;
        dispatcher = cluster.newDispatcher(process.permits(() -> time.in(0, () -> input(bornIn, () -> {}))));
        membership = cluster.newMembership(index, life);
        membership.contend(RELAY);
        step();
    }

    void crash() {
        if (up) {
            process.crash();
        }
    }

    /** Its process ends, and its memory is lost. */
    void die() {
        if (up) {
            cluster.oracle.disturbed(index, time.now());
            up = false;
            time.trace(() -> this + " CRASHED");
        }
    }

    void pause(long length) {
        if (up && !paused) {
            cluster.oracle.disturbed(index, time.now() + length + SimulatedCluster.TTL.toNanos());
            paused = true;
            time.trace(() -> this + " PAUSED for " + length / 1e9);
            int pausedLife = life;
            time.in(length, () -> resume(pausedLife));
        }
    }

    private void resume(int pausedLife) {
        if (up && paused && life == pausedLife) {
            paused = false;
            time.trace(() -> this + " RESUMED");
            while (!missed.isEmpty()) {
                missed.remove().run();
            }
            step();
        }
    }

    void partition(long length) {
        cluster.oracle.disturbed(index, time.now() + length + SimulatedCluster.TTL.toNanos());
        partitioned = true;
        time.trace(() -> this + " PARTITIONED for " + length / 1e9);
        time.in(length, () -> partitioned = false);
    }

    /** The policy of an outlet has changed. */
    void policyChanged(long outlet) {
        input(life, () -> dispatcher.policiesChanged(Set.of(outlet), now()));
    }

    void restart() {
        if (!up || stopping) {
            return;
        }
        stopping = true;
        time.trace(() -> this + " STOPPING");
        dispatcher.stop(now());
        membership.leave();
        int stopped = life;
        time.in(GRACE.toNanos(), () -> {
            if (up && life == stopped) {
                crash();
            }
        });
        step();
    }

    /** Runs in the node: passes on an input unless the node has died since, and later if it is paused. */
    void input(int bornIn, Runnable what) {
        if (!up || life != bornIn) {
            return;
        }
        if (paused) {
            missed.add(() -> input(bornIn, what));
            return;
        }
        what.run();
        step();
    }

    private void step() {
        if (!up || paused) {
            return;
        }
        keepLease();
        Incarnation owner = membership.ownerOf(RELAY);
        if (owner == null) {
            dispatcher.lost();
        } else {
            dispatcher.owned(owner, membership.trustedUntil(), cluster.believed(membership.shardsOf(RELAY)), now());
            dispatcher.pause(membership.isPaused(RELAY), now());
        }
        dispatcher.advance(now(), commands::run);
        membership.drained(RELAY, cluster.drained(dispatcher.status()));
        cluster.oracle.looked(index, dispatcher.status());
        if (dispatcher.nextWakeup() <= now()) {
            cluster.oracle.violate("P6", this + " would spin: it wants to be woken at once, and does nothing");
        }
        if (stopping && dispatcher.isQuiet() && !leaseBusy) {
            leave();
            return;
        }
        scheduleWakeup();
    }

    private void keepLease() {
        Membership keeper = membership;
        long sentAt = now();
        LeaseCommand command = leaseBusy ? null : keeper.next(sentAt);
        if (command != null) {
            leaseBusy = true;
            this.<ObjLongConsumer<Membership>>call(
                    () -> command.run(cluster.coordinator, SimulatedCluster.TTL, sentAt),
                    answer -> {
                        leaseBusy = false;
                        answer.accept(keeper, now());
                    },
                    _ -> {
                        leaseBusy = false;
                        keeper.failed(command, now());
                    });
        }
    }

    private void leave() {
        up = false;
        dispatcher.lost();
        Incarnation incarnation = membership.incarnation();
        if (incarnation != null && !partitioned) {
            quietly(() -> {
                cluster.coordinator.resign(incarnation);
                return true;
            });
        }
        time.in(time.between(Duration.ofMillis(200), Duration.ofSeconds(4)), this::start);
    }

    private void scheduleWakeup() {
        long next = leaseBusy ? dispatcher.nextWakeup() : Math.min(dispatcher.nextWakeup(), membership.nextWakeup());
        if (next == Long.MAX_VALUE) {
            return;
        }
        // A membership may be due at once; a little later, because clocks do not stand still.
        long at = next <= now() ? time.now() + 100_000 : (long) ((next - clockOffset) / clockRate) + 1;
        if (at < wakeupAt || wakeupAt <= time.now()) {
            wakeupAt = at;
            int bornIn = life;
            time.at(at, () -> input(bornIn, () -> {}));
        }
    }

    /** A call to the database: the call or its answer may be lost. */
    <T> void call(Callable<T> operation, Consumer<T> onAnswer, Consumer<@Nullable T> onFailure) {
        int bornIn = life;
        boolean troubled = time.now() < SimulationPlan.CALM;
        boolean lost = partitioned || (troubled && time.chance(cluster.plan.databaseLost / 2));
        if (lost) {
            cluster.oracle.disturbed(index, callLostUntil());
            time.in(CALL_TIMEOUT.toNanos(), () -> input(bornIn, () -> onFailure.accept(null)));
            return;
        }
        time.in(cluster.networkDelay(), () -> {
            T result = quietly(operation);
            if (partitioned || (troubled && time.chance(cluster.plan.databaseLost / 2))) {
                cluster.oracle.disturbed(index, callLostUntil());
                time.in(CALL_TIMEOUT.toNanos(), () -> input(bornIn, () -> onFailure.accept(result)));
            } else {
                time.in(cluster.networkDelay(), () -> input(bornIn, () -> onAnswer.accept(result)));
            }
        });
    }

    private long callLostUntil() {
        return time.now() + CALL_TIMEOUT.plus(SimulatedCluster.TTL).toNanos();
    }

    private static <T> T quietly(Callable<T> operation) {
        try {
            return operation.call();
        } catch (SourceException | CoordinationException e) {
            throw new IllegalStateException("the memory database does not fail by itself", e);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public String toString() {
        return "node " + index + (up ? paused ? " paused" : " up" : " down") + ": " + dispatcher.status();
    }
}
