package dev.signalbox.testkit.sim;

import dev.signalbox.core.delivery.Command;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.outcome.Outcome;
import dev.signalbox.core.sink.Sink.Answer;
import dev.signalbox.core.source.ClaimSource.ClaimResult;
import dev.signalbox.core.source.ClaimSource.SettleResult;
import dev.signalbox.core.source.SourceException;
import java.time.Duration;
import java.util.List;

/** Runs the commands of a simulated node's dispatcher, over a network that loses requests and answers. */
final class SimCommandRunner {
    static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(5);

    private final SimNode node;
    private final SimulatedCluster cluster;
    private final VirtualTime time;
    private final SharedCircuit sharedCircuit;

    SimCommandRunner(SimNode node, SimulatedCluster cluster) {
        this.node = node;
        this.cluster = cluster;
        this.time = cluster.time;
        this.sharedCircuit = cluster.newSharedCircuit();
    }

    void run(Command command) {
        time.trace(() -> "node " + node.index + " wants " + text(command));
        switch (command) {
            case Command.Fetch fetch -> fetch(fetch);
            case Command.Settle settle ->
                node.<SettleResult>call(
                        () -> settle(settle),
                        recorded -> node.dispatcher.settled(settle, recorded, node.now()),
                        ignored -> node.dispatcher.settleFailed(settle, node.now()));
            case Command.Recover recover ->
                node.call(
                        () -> node.outbox.recover(recover.owner()),
                        recoveryResult -> node.dispatcher.recovered(recover, recoveryResult, node.now()),
                        ignored -> node.dispatcher.recoveryFailed(recover, node.now()));
            case Command.Sweep sweep ->
                node.call(
                        () -> node.outbox.sweep(sweep.owner()),
                        sweepResult -> node.dispatcher.swept(sweep, sweepResult, node.now()),
                        ignored -> node.dispatcher.sweepFailed(sweep, node.now()));
            case Command.EndAlone end ->
                node.<Boolean>call(() -> endAlone(end), _ -> node.dispatcher.aloneEnded(end), _ -> {});
            case Command.Send send -> {
                if (send.announced()) {
                    markThenSend(send);
                } else {
                    int bornIn = node.life;
                    time.in(
                            time.between(Duration.ZERO, Duration.ofMillis(2)),
                            () -> node.input(bornIn, () -> send(send)));
                }
            }
        }
    }

    private boolean endAlone(Command.EndAlone end) throws SourceException {
        boolean live = cluster.database.isLive(end.owner());
        node.outbox.endAlone(end.owner(), end.id());
        if (live) {
            cluster.oracle.aloneEnded(node.index, end.id());
        }
        return live;
    }

    private void fetch(Command.Fetch fetch) {
        node.<ClaimResult>call(
                () -> node.source.claim(fetch.owner(), fetch.request()),
                claimResult -> {
                    time.trace(() -> "node " + node.index + " fetched " + ids(claimResult.messages()));
                    cluster.oracle.fetched(node.index, claimResult.messages());
                    node.dispatcher.fetched(fetch, claimResult, node.now());
                },
                claimResult -> {
                    if (claimResult != null) {
                        node.outbox.forget(claimResult);
                    }
                    node.dispatcher.fetchFailed(fetch, node.now());
                });
    }

    private SettleResult settle(Command.Settle settle) throws SourceException {
        boolean live = cluster.database.isLive(settle.owner());
        SettleResult settleResult = node.source.settle(settle.owner(), settle.settlements());
        time.trace(() ->
                "node " + node.index + " settled in database " + settleResult.recorded() + (live ? "" : " FENCED"));
        cluster.oracle.settled(node.index, settle.owner(), settleResult.recorded(), live);
        return settleResult;
    }

    private void markThenSend(Command.Send send) {
        List<String> ids = ids(send.batch());
        boolean alone = send.alone() || send.batch().getFirst().suspicion().isAlone();
        int bornIn = node.life;
        node.<Boolean>call(
                () -> {
                    boolean recorded = node.outbox.markInFlight(send.owner(), ids, send.alone());
                    if (recorded && alone) {
                        cluster.oracle.markedAlone(node.index, ids.getFirst(), node.isAliveIn(bornIn));
                    }
                    return recorded;
                },
                recorded -> {
                    if (recorded) {
                        node.dispatcher.marked(send);
                        send(send);
                    } else {
                        node.dispatcher.notSent(send, node.now());
                    }
                },
                ignored -> node.dispatcher.notSent(send, node.now()));
    }

    private void send(Command.Send send) {
        if (node.now() >= send.notAfter()) {
            node.dispatcher.notSent(send, node.now());
            return;
        }
        cluster.oracle.sendStarts(node.index, send.owner(), send.batch());
        if (send.batch().stream().anyMatch(cluster::kills)) {
            int held = node.process.held();
            send.batch().stream().filter(cluster::kills).forEach(killer -> cluster.oracle.killed(killer, held));
            node.crash();
            return;
        }
        transmit(send);
    }

    private void transmit(Command.Send send) {
        int bornIn = node.life;
        if (sharedCircuit.refuses(node.now())) {
            Answer refused = new Answer.Whole(new Outcome.Unavailable("another outlet is unavailable"));
            time.in(cluster.networkDelay(), () -> node.input(bornIn, () -> ended(send, refused)));
            return;
        }
        boolean troubled = time.now() < SimulationPlan.CALM;
        if (troubled && time.chance(cluster.plan.requestLost)) {
            unanswered(bornIn, send);
            return;
        }
        time.in(cluster.requestDelay(send.batch()), () -> {
            Answer answer = cluster.receiver.receive(send.batch());
            if (answer == null || (troubled && time.chance(cluster.plan.answerLost))) {
                cluster.oracle.excuse(send.batch());
                unanswered(bornIn, send);
            } else {
                time.in(cluster.networkDelay(), () -> node.input(bornIn, () -> answered(send, answer)));
            }
        });
    }

    private void unanswered(int bornIn, Command.Send send) {
        cluster.oracle.unanswered(send.batch());
        Answer answer = new Answer.Whole(new Outcome.Unknown("no answer within " + REQUEST_TIMEOUT));
        time.in(REQUEST_TIMEOUT.toNanos(), () -> node.input(bornIn, () -> answered(send, answer)));
    }

    private void answered(Command.Send send, Answer answer) {
        sharedCircuit.answered(answer, node.now());
        ended(send, answer);
    }

    private void ended(Command.Send send, Answer answer) {
        time.trace(() -> "node " + node.index + " send " + send.number() + " answered " + answer);
        cluster.oracle.sendEnds(node.index, send.batch());
        node.dispatcher.answered(send, answer, node.now());
    }

    private static String text(Command command) {
        return switch (command) {
            case Command.Fetch fetch -> "fetch " + fetch.request() + " as " + fetch.owner();
            case Command.Send send ->
                "send " + send.number() + " " + ids(send.batch()) + (send.announced() ? " announced" : "");
            case Command.Settle settle ->
                "settle "
                        + settle.settlements().stream()
                                .map(it -> it.message().id() + "=" + it.verdict())
                                .toList();
            case Command.Recover recover -> "recover as " + recover.owner();
            case Command.Sweep _ -> "sweep";
            case Command.EndAlone end -> "end alone " + end.id();
        };
    }

    private static List<String> ids(List<Message> messages) {
        return messages.stream().map(Message::id).toList();
    }
}
