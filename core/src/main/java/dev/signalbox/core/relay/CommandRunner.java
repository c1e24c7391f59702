package dev.signalbox.core.relay;

import dev.signalbox.core.delivery.Command;
import dev.signalbox.core.delivery.Dispatcher;
import dev.signalbox.core.delivery.RetryPolicy.UnansweredPolicy;
import dev.signalbox.core.diagnostics.FailureLog;
import dev.signalbox.core.diagnostics.OutOfMemory;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.outcome.Outcome;
import dev.signalbox.core.relay.RelayListener.SourceCall;
import dev.signalbox.core.routing.sink.OwnedSink;
import dev.signalbox.core.sink.Sink.Answer;
import dev.signalbox.core.source.ClaimSource.ClaimResult;
import dev.signalbox.core.source.ClaimSource.RecoveryResult;
import dev.signalbox.core.source.ClaimSource.SettleResult;
import dev.signalbox.core.source.ClaimSource.SweepResult;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.core.time.Clock;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** Runs the dispatcher's commands on virtual threads and posts the results back. */
final class CommandRunner {
    private static final System.Logger LOG = System.getLogger(CommandRunner.class.getName());

    private final Relay.Components components;
    private final Consumer<Consumer<Dispatcher>> post;
    private final Map<SourceCall, FailureLog> failureLogs = new ConcurrentHashMap<>();
    private final FailureLog sinkFailures;

    /** A call to the source. */
    private interface Call<T> {
        T run() throws SourceException;
    }

    CommandRunner(Relay.Components components, Consumer<Consumer<Dispatcher>> post) {
        this.components = components;
        this.post = post;
        this.sinkFailures = new FailureLog("relay " + components.name() + ": the sink failed unexpectedly");
    }

    private static String describe(SourceCall call) {
        return switch (call) {
            case CLAIM -> "claiming messages";
            case SETTLE -> "recording what was delivered";
            case RECOVER -> "recovering claims";
            case SWEEP -> "deleting or archiving old messages";
            case MARK -> "recording what is about to be sent";
        };
    }

    /** @param suspended {@link Clock#suspendedNanos} when the dispatcher decided */
    void run(Command command, long suspended) {
        Thread.ofVirtual().name("relay-" + components.name() + "-command").start(() -> carryOut(command, suspended));
    }

    private void carryOut(Command command, long suspended) {
        switch (command) {
            case Command.Fetch fetch -> fetch(fetch);
            case Command.Send send -> send(send, send.notAfter() + suspended);
            case Command.Settle settle -> settle(settle);
            case Command.Recover recover -> recover(recover);
            case Command.Sweep sweep -> sweep(sweep);
            case Command.EndAlone end -> endAlone(end);
        }
    }

    private void fetch(Command.Fetch fetch) {
        this.<ClaimResult>ask(
                SourceCall.CLAIM,
                () -> components.source().claim(fetch.owner(), fetch.request()),
                (it, claimResult) -> {
                    if (claimResult.passedOver().total() > 0) {
                        components.listener().passedOver(claimResult.passedOver());
                    }
                    it.fetched(fetch, claimResult, now());
                },
                it -> it.fetchFailed(fetch, now()));
    }

    private void settle(Command.Settle settle) {
        this.<SettleResult>ask(
                SourceCall.SETTLE,
                () -> components.source().settle(settle.owner(), settle.settlements()),
                (it, settleResult) -> it.settled(settle, settleResult, now()),
                it -> it.settleFailed(settle, now()));
    }

    private void recover(Command.Recover recover) {
        this.<RecoveryResult>ask(
                SourceCall.RECOVER,
                () -> {
                    if (!recover.gained().isEmpty()) {
                        components.source().gained(recover.owner(), recover.gained());
                    }
                    return components.source().recover(recover.owner());
                },
                (it, recoveryResult) -> {
                    components.listener().recovered(recoveryResult);
                    it.recovered(recover, recoveryResult, now());
                },
                it -> it.recoveryFailed(recover, now()));
    }

    private void sweep(Command.Sweep sweep) {
        this.<SweepResult>ask(
                SourceCall.SWEEP,
                () -> components.source().sweep(sweep.owner()),
                (it, sweepResult) -> {
                    components.listener().swept(sweepResult.deleted());
                    it.swept(sweep, sweepResult, now());
                },
                it -> it.sweepFailed(sweep, now()));
    }

    /** @param notAfter by {@link Clock#leaseNanos} */
    private void send(Command.Send send, long notAfter) {
        if (!send.announced()) {
            deliver(send, notAfter);
            return;
        }
        boolean all = unanswered(send) == UnansweredPolicy.PARK;
        var ids = send.batch().stream()
                .filter(message -> all || !message.suspicion().isNone())
                .map(Message::id)
                .toList();
        this.<Boolean>ask(
                SourceCall.MARK,
                () -> components.source().markInFlight(send.owner(), ids, send.alone()),
                (it, recorded) -> {
                    if (recorded) {
                        it.marked(send);
                        Thread.ofVirtual()
                                .name("relay-" + components.name() + "-command")
                                .start(() -> deliver(send, notAfter));
                    } else {
                        it.notSent(send, now());
                    }
                },
                it -> it.notSent(send, now()));
    }

    /** If that fails, other relays wait for the verdict on the message, or for the end of the lease. */
    private void endAlone(Command.EndAlone end) {
        this.<String>ask(
                SourceCall.MARK,
                () -> {
                    components.source().endAlone(end.owner(), end.id());
                    return end.id();
                },
                (it, _) -> it.aloneEnded(end),
                _ -> {});
    }

    /** The messages in flight belong to another node now; to abandon them may take a moment. */
    void abandon() {
        Thread.ofVirtual().name("relay-" + components.name() + "-abandon").start(components.sink()::abandon);
    }

    private void deliver(Command.Send send, long notAfter) {
        long began = now();
        if (components.clock().leaseNanos() >= notAfter) {
            post.accept(it -> it.notSent(send, now()));
            return;
        }
        Answer answer = answer(send, notAfter);
        components.listener().sinkTook(now() - began, send.batch().size());
        post.accept(it -> it.answered(send, answer, now()));
    }

    private Answer answer(Command.Send send, long notAfter) {
        try {
            Answer answer = components.sink() instanceof OwnedSink owned
                    ? owned.send(send.owner(), send.batch(), notAfter)
                    : components.sink().send(send.batch(), notAfter);
            sinkFailures.over();
            return answer;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Answer.Whole(new Outcome.Unknown("interrupted while sending"));
        } catch (Throwable e) {
            OutOfMemory.report(e);
            // An error is an answer too: without one the lane and the permit would never come back.
            if (sinkFailures.raise(e.toString(), now())) {
                LOG.log(System.Logger.Level.ERROR, "relay " + components.name() + ": how the sink failed", e);
            }
            return new Answer.Whole(failure(send, "the sink failed: " + e));
        }
    }

    /** It is unknown how far the sink got; that only matters to messages that must not be sent twice. */
    private Outcome failure(Command.Send send, String reason) {
        return switch (unanswered(send)) {
            case REPEAT -> new Outcome.Failed(reason);
            case PARK -> new Outcome.Unknown(reason);
        };
    }

    private UnansweredPolicy unanswered(Command.Send send) {
        long outlet = send.batch().getFirst().outlet();
        return components.settings().outlets().of(outlet).retry().unanswered();
    }

    private <T> void ask(
            SourceCall kind, Call<T> call, BiConsumer<Dispatcher, T> onResult, Consumer<Dispatcher> onFailure) {
        long began = now();
        try {
            T result = call.run();
            components.listener().sourceTook(kind, now() - began);
            failureLog(kind).over();
            post.accept(it -> onResult.accept(it, result));
        } catch (SourceException | RuntimeException | Error e) {
            OutOfMemory.report(e);
            String reason = e instanceof SourceException ? String.valueOf(e.getMessage()) : e.toString();
            failureLog(kind).raise(reason, now());
            components.listener().sourceFailed(kind, reason);
            post.accept(onFailure);
        }
    }

    private FailureLog failureLog(SourceCall kind) {
        return failureLogs.computeIfAbsent(
                kind, call -> new FailureLog("relay " + components.name() + ": " + describe(call) + " failed"));
    }

    private long now() {
        return components.clock().nanos();
    }
}
