package dev.signalbox.testkit.sim;

import dev.signalbox.core.coordination.Acquisition;
import dev.signalbox.core.coordination.Coordinator;
import dev.signalbox.core.coordination.LeaseCommand;
import dev.signalbox.core.coordination.Membership;
import dev.signalbox.core.coordination.Renewal;
import java.util.concurrent.Callable;
import java.util.function.Consumer;

/** Runs the commands of a simulated node's membership, one at a time. */
final class SimLeaseKeeper {
    private final SimNode node;
    private final SimulatedCluster cluster;
    private boolean busy;

    /** A call of the coordinator without a result. */
    private interface VoidCall {
        void run() throws Exception;
    }

    SimLeaseKeeper(SimNode node, SimulatedCluster cluster) {
        this.node = node;
        this.cluster = cluster;
    }

    void reset() {
        busy = false;
    }

    boolean isBusy() {
        return busy;
    }

    void keep() {
        if (busy) {
            return;
        }
        LeaseCommand command = node.membership().next(node.now());
        if (command != null) {
            busy = true;
            run(command, node.membership(), node.now());
        }
    }

    private void run(LeaseCommand command, Membership membership, long sentAt) {
        Coordinator coordinator = cluster.coordinator();
        switch (command) {
            case LeaseCommand.Join join ->
                call(
                        () -> coordinator.join(join.incarnation(), SimulatedCluster.TTL, join.relays()),
                        () -> membership.joined(join, sentAt),
                        () -> membership.joinFailed(join, node.now()));
            case LeaseCommand.Renew renew ->
                this.<Renewal>call(
                        () -> coordinator.renew(renew.incarnation(), SimulatedCluster.TTL),
                        renewal -> membership.renewed(renew, renewal, sentAt),
                        () -> membership.renewFailed(renew, node.now()));
            case LeaseCommand.Acquire acquire ->
                this.<Acquisition>call(
                        () -> cluster.acquire(acquire.incarnation(), acquire.relay(), acquire.shards()),
                        result -> membership.acquired(acquire, result, node.now()),
                        () -> membership.acquireFailed(acquire, node.now()));
            case LeaseCommand.Withdraw withdraw ->
                call(
                        () -> coordinator.withdraw(withdraw.incarnation()),
                        () -> membership.withdrawn(withdraw),
                        () -> membership.withdrawFailed(withdraw, node.now()));
            case LeaseCommand.Release release ->
                call(
                        () -> coordinator.release(release.incarnation(), release.relay(), release.shards()),
                        () -> membership.released(release),
                        () -> membership.releaseFailed(release, node.now()));
        }
    }

    private void call(VoidCall operation, Runnable onAnswer, Runnable onFailure) {
        this.<Boolean>call(
                () -> {
                    operation.run();
                    return true;
                },
                ignored -> onAnswer.run(),
                onFailure);
    }

    private <T> void call(Callable<T> operation, Consumer<T> onAnswer, Runnable onFailure) {
        node.<T>call(operation, answer -> done(() -> onAnswer.accept(answer)), ignored -> done(onFailure));
    }

    private void done(Runnable result) {
        busy = false;
        result.run();
    }
}
