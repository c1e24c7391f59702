package dev.signalbox.testkit.sim;

import dev.signalbox.core.coordination.Acquisition;
import dev.signalbox.core.coordination.CoordinationException;
import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.LeaseCommand;
import dev.signalbox.core.coordination.Membership;
import dev.signalbox.core.coordination.Renewal;
import dev.signalbox.core.delivery.Command;
import dev.signalbox.core.delivery.Dispatcher;
import dev.signalbox.core.delivery.Permits;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.message.Suspicion;
import dev.signalbox.core.outcome.Outcome;
import dev.signalbox.core.sink.Answer;
import dev.signalbox.core.source.ClaimResult;
import dev.signalbox.core.source.SettleResult;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.testkit.memory.InMemoryOutbox;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One node: the real dispatcher and the real membership, with simulated threads, clock, database and network. */
final class SimNode {
    static final String RELAY = "outbox";
    private static final Duration CALL_TIMEOUT = Duration.ofSeconds(2);
    private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration GRACE = Duration.ofSeconds(15);

    private final SimulatedCluster simulatedCluster;
    private final SimProcess process;
    private final VirtualTime virtualTime;
    private final int index;
    private final long clockOffset;
    private final double clockRate;
    private final ArrayDeque<Runnable> missed = new ArrayDeque<>();

    private int life;
    private boolean up;
    private boolean paused;
    private boolean partitioned;
    private boolean stopping;
    private boolean leaseBusy;
    private long wakeupAt = Long.MAX_VALUE;
    private Dispatcher dispatcher;
    private Membership membership;
    private InMemoryOutbox outbox;
    private FaultyOutbox source;

    SimNode(SimulatedCluster simulatedCluster, int index, SimProcess process) {
        this.simulatedCluster = simulatedCluster;
        this.process = process;
        this.virtualTime = simulatedCluster.world();
        this.index = index;
        this.clockOffset = virtualTime.between(Duration.ZERO, Duration.ofHours(2));
        this.clockRate = 1 + (virtualTime.random().nextDouble() - 0.5) * 0.04;
        this.outbox = simulatedCluster.newOutbox();
        this.source = simulatedCluster.plant(outbox);
        this.dispatcher = simulatedCluster.newDispatcher(Permits.unlimited());
        this.membership = simulatedCluster.newMembership(index, life);
    }

    private long now() {
        return clockOffset + (long) (virtualTime.now() * clockRate);
    }

    void start() {
        if (up) {
            return;
        }
        life++;
        up = true;
        paused = false;
        stopping = false;
        virtualTime.note(() -> this + " STARTS life " + life);
        leaseBusy = false;
        missed.clear();
        wakeupAt = Long.MAX_VALUE;
        outbox = simulatedCluster.newOutbox();
        source = simulatedCluster.plant(outbox);
        int bornIn = life;
        dispatcher =
                simulatedCluster.newDispatcher(process.permits(() -> virtualTime.in(0, () -> input(bornIn, () -> {}))));
        membership = simulatedCluster.newMembership(index, life);
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
            simulatedCluster.oracle().disturbed(index, virtualTime.now());
            up = false;
            virtualTime.note(() -> this + " CRASHED");
        }
    }

    void pause(long length) {
        if (up && !paused) {
            simulatedCluster.oracle().disturbed(index, virtualTime.now() + length + SimulatedCluster.TTL.toNanos());
            paused = true;
            virtualTime.note(() -> this + " PAUSED for " + length / 1e9);
            int paused = life;
            virtualTime.in(length, () -> resume(paused));
        }
    }

    private void resume(int pausedLife) {
        if (up && paused && life == pausedLife) {
            paused = false;
            virtualTime.note(() -> this + " RESUMED");
            while (!missed.isEmpty()) {
                missed.remove().run();
            }
            step();
        }
    }

    void partition(long length) {
        simulatedCluster.oracle().disturbed(index, virtualTime.now() + length + SimulatedCluster.TTL.toNanos());
        partitioned = true;
        virtualTime.note(() -> this + " PARTITIONED for " + length / 1e9);
        virtualTime.in(length, () -> partitioned = false);
    }

    void restart() {
        if (!up || stopping) {
            return;
        }
        stopping = true;
        virtualTime.note(() -> this + " STOPPING");
        dispatcher.stop(now());
        membership.leave();
        int stopped = life;
        virtualTime.in(GRACE.toNanos(), () -> {
            if (up && life == stopped) {
                crash();
            }
        });
        step();
    }

    /** Runs in the node: passes on an input unless the node has died since, and later if it is paused. */
    private void input(int bornIn, Runnable what) {
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
            dispatcher.owned(
                    owner, membership.trustedUntil(), simulatedCluster.believed(membership.shardsOf(RELAY)), now());
            dispatcher.pause(membership.isPaused(RELAY), now());
        }
        dispatcher.advance(now(), this::carryOut);
        membership.drained(RELAY, simulatedCluster.drained(dispatcher.status()));
        simulatedCluster.oracle().looked(index, dispatcher.status());
        if (dispatcher.nextWakeup() <= now()) {
            simulatedCluster
                    .oracle()
                    .violate("P6", this + " would spin: it wants to be woken at once, and does nothing");
        }
        if (stopping && dispatcher.isQuiet() && !leaseBusy) {
            leave();
            return;
        }
        scheduleWakeup();
    }

    private void leave() {
        up = false;
        dispatcher.lost();
        Incarnation incarnation = membership.incarnation();
        if (incarnation != null && !partitioned) {
            quietly(() -> {
                simulatedCluster.coordinator().resign(incarnation);
                return true;
            });
        }
        virtualTime.in(virtualTime.between(Duration.ofMillis(200), Duration.ofSeconds(4)), this::start);
    }

    private void scheduleWakeup() {
        long next = leaseBusy ? dispatcher.nextWakeup() : Math.min(dispatcher.nextWakeup(), membership.nextWakeup());
        if (next == Long.MAX_VALUE) {
            return;
        }
        // A membership may be due at once; a little later, because clocks do not stand still.
        long at = next <= now() ? virtualTime.now() + 100_000 : (long) ((next - clockOffset) / clockRate) + 1;
        if (at < wakeupAt || wakeupAt <= virtualTime.now()) {
            wakeupAt = at;
            int bornIn = life;
            virtualTime.at(at, () -> input(bornIn, () -> {}));
        }
    }

    private void keepLease() {
        if (leaseBusy) {
            return;
        }
        LeaseCommand command = membership.next(now());
        if (command == null) {
            return;
        }
        leaseBusy = true;
        long sentAt = now();
        switch (command) {
            case LeaseCommand.Join join ->
                this.<Boolean>call(
                        () -> {
                            simulatedCluster
                                    .coordinator()
                                    .join(join.incarnation(), SimulatedCluster.TTL, join.relays());
                            return true;
                        },
                        ignored -> leaseDone(() -> membership.joined(join, sentAt)),
                        ignored -> leaseDone(() -> membership.joinFailed(join, now())));
            case LeaseCommand.Renew renew ->
                this.<Renewal>call(
                        () -> simulatedCluster.coordinator().renew(renew.incarnation(), SimulatedCluster.TTL),
                        renewal -> leaseDone(() -> membership.renewed(renew, renewal, sentAt)),
                        ignored -> leaseDone(() -> membership.renewFailed(renew, now())));
            case LeaseCommand.Acquire acquire ->
                this.<Acquisition>call(
                        () -> simulatedCluster.acquire(acquire.incarnation(), acquire.relay(), acquire.shards()),
                        result -> leaseDone(() -> membership.acquired(acquire, result, now())),
                        ignored -> leaseDone(() -> membership.acquireFailed(acquire, now())));
            case LeaseCommand.Withdraw withdraw ->
                this.<Boolean>call(
                        () -> {
                            simulatedCluster.coordinator().withdraw(withdraw.incarnation());
                            return true;
                        },
                        ignored -> leaseDone(() -> membership.withdrawn(withdraw)),
                        ignored -> leaseDone(() -> membership.withdrawFailed(withdraw, now())));
            case LeaseCommand.Release release ->
                this.<Boolean>call(
                        () -> {
                            simulatedCluster
                                    .coordinator()
                                    .release(release.incarnation(), release.relay(), release.shards());
                            return true;
                        },
                        ignored -> leaseDone(() -> membership.released(release)),
                        ignored -> leaseDone(() -> membership.releaseFailed(release, now())));
        }
    }

    private void leaseDone(Runnable result) {
        leaseBusy = false;
        result.run();
    }

    private void carryOut(Command command) {
        virtualTime.note(() -> "node " + index + " wants " + CommandText.of(command));
        switch (command) {
            case Command.Fetch fetch ->
                this.<ClaimResult>call(
                        () -> source.claim(fetch.owner(), fetch.request()),
                        claimResult -> {
                            virtualTime.note(() -> "node " + index + " fetched "
                                    + claimResult.messages().stream()
                                            .map(Message::id)
                                            .toList());
                            dispatcher.fetched(fetch, claimResult, now());
                        },
                        claimResult -> {
                            if (claimResult != null) {
                                outbox.forget(claimResult);
                            }
                            dispatcher.fetchFailed(fetch, now());
                        });
            case Command.Settle settle ->
                this.<SettleResult>call(
                        () -> settle(settle),
                        recorded -> dispatcher.settled(settle, recorded, now()),
                        ignored -> dispatcher.settleFailed(settle, now()));
            case Command.Recover recover ->
                call(
                        () -> outbox.recover(recover.owner()),
                        recoveryResult -> dispatcher.recovered(recover, recoveryResult, now()),
                        ignored -> dispatcher.recoveryFailed(recover, now()));
            case Command.Sweep sweep ->
                call(
                        () -> outbox.sweep(sweep.owner()),
                        sweepResult -> dispatcher.swept(sweep, sweepResult, now()),
                        ignored -> dispatcher.sweepFailed(sweep, now()));
            case Command.Send send -> {
                if (send.announced()) {
                    markThenSend(send);
                } else {
                    int bornIn = life;
                    virtualTime.in(
                            virtualTime.between(Duration.ZERO, Duration.ofMillis(2)),
                            () -> input(bornIn, () -> send(send)));
                }
            }
        }
    }

    private SettleResult settle(Command.Settle settle) throws SourceException {
        boolean live = simulatedCluster.database().isLive(settle.owner());
        SettleResult settleResult = source.settle(settle.owner(), settle.settlements());
        virtualTime.note(
                () -> "node " + index + " settled in database " + settleResult.recorded() + (live ? "" : " FENCED"));
        simulatedCluster.oracle().settled(index, settle.owner(), settleResult.recorded(), live);
        return settleResult;
    }

    private void markThenSend(Command.Send send) {
        List<String> ids = send.batch().stream().map(Message::id).toList();
        Suspicion.Level level = send.batch().getFirst().suspicion().level();
        int bornIn = life;
        this.<Boolean>call(
                () -> {
                    boolean recorded = outbox.markInFlight(send.owner(), ids);
                    if (recorded && level == Suspicion.Level.IN_FLIGHT) {
                        simulatedCluster.oracle().markedAlone(index, ids.getFirst(), up && life == bornIn);
                    }
                    return recorded;
                },
                recorded -> {
                    if (recorded) {
                        send(send);
                    } else {
                        dispatcher.notSent(send, now());
                    }
                },
                ignored -> dispatcher.notSent(send, now()));
    }

    private void send(Command.Send send) {
        if (now() >= send.notAfter()) {
            dispatcher.notSent(send, now());
            return;
        }
        simulatedCluster.oracle().sendStarts(index, send.owner(), send.batch());
        if (send.batch().stream().anyMatch(simulatedCluster::kills)) {
            crash();
            return;
        }
        transmit(send);
    }

    private void transmit(Command.Send send) {
        int bornIn = life;
        boolean troubled = virtualTime.now() < SimulationPlan.CALM;
        if (troubled && virtualTime.chance(simulatedCluster.plan().requestLost)) {
            unanswered(bornIn, send);
            return;
        }
        virtualTime.in(simulatedCluster.networkDelay(), () -> {
            Answer answer = simulatedCluster.receiver().receive(send.batch());
            if (answer == null || (troubled && virtualTime.chance(simulatedCluster.plan().answerLost))) {
                simulatedCluster.oracle().excuse(send.batch());
                unanswered(bornIn, send);
            } else {
                virtualTime.in(simulatedCluster.networkDelay(), () -> input(bornIn, () -> answered(send, answer)));
            }
        });
    }

    private void unanswered(int bornIn, Command.Send send) {
        send.batch()
                .forEach(message -> simulatedCluster
                        .oracle()
                        .unanswered(message, send.batch().size() == 1));
        Answer answer = new Answer.Whole(new Outcome.Unknown("no answer within " + REQUEST_TIMEOUT));
        virtualTime.in(REQUEST_TIMEOUT.toNanos(), () -> input(bornIn, () -> answered(send, answer)));
    }

    private void answered(Command.Send send, Answer answer) {
        virtualTime.note(() -> "node " + index + " send " + send.number() + " answered " + answer);
        dispatcher.answered(send, answer, now());
    }

    /** A call to the database: the call or its answer may be lost. */
    private <T> void call(Callable<T> operation, Consumer<T> onAnswer, Consumer<@Nullable T> onFailure) {
        int bornIn = life;
        boolean troubled = virtualTime.now() < SimulationPlan.CALM;
        boolean lost = partitioned || (troubled && virtualTime.chance(simulatedCluster.plan().databaseLost / 2));
        if (lost) {
            simulatedCluster.oracle().disturbed(index, callLostUntil());
            virtualTime.in(CALL_TIMEOUT.toNanos(), () -> input(bornIn, () -> onFailure.accept(null)));
            return;
        }
        virtualTime.in(simulatedCluster.networkDelay(), () -> {
            T result = quietly(operation);
            if (partitioned || (troubled && virtualTime.chance(simulatedCluster.plan().databaseLost / 2))) {
                simulatedCluster.oracle().disturbed(index, callLostUntil());
                virtualTime.in(CALL_TIMEOUT.toNanos(), () -> input(bornIn, () -> onFailure.accept(result)));
            } else {
                virtualTime.in(simulatedCluster.networkDelay(), () -> input(bornIn, () -> onAnswer.accept(result)));
            }
        });
    }

    private long callLostUntil() {
        return virtualTime.now() + CALL_TIMEOUT.plus(SimulatedCluster.TTL).toNanos();
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
