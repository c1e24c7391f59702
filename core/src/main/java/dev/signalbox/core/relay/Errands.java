package dev.signalbox.core.relay;

import dev.signalbox.core.delivery.Command;
import dev.signalbox.core.delivery.Dispatcher;
import dev.signalbox.core.delivery.Outcome;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.relay.RelayListener.SourceCall;
import dev.signalbox.core.sink.Answer;
import dev.signalbox.core.source.Claimed;
import dev.signalbox.core.source.Recovered;
import dev.signalbox.core.source.Settled;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.core.source.Swept;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** Carries out a dispatcher's commands, each on a virtual thread of its own, and posts what came of them. */
final class Errands {
    private static final System.Logger LOG = System.getLogger(Errands.class.getName());

    private final Relay.Parts parts;
    private final Consumer<Consumer<Dispatcher>> post;
    private final Map<SourceCall, Complaint> complaints = new EnumMap<>(SourceCall.class);
    private final Complaint sinkComplaint;

    /** Something asked of the source. */
    private interface Call<T> {
        T run() throws SourceException;
    }

    Errands(Relay.Parts parts, Consumer<Consumer<Dispatcher>> post) {
        this.parts = parts;
        this.post = post;
        this.sinkComplaint = new Complaint("relay " + parts.name() + ": the sink failed unexpectedly");
        for (SourceCall call : SourceCall.values()) {
            complaints.put(call, new Complaint("relay " + parts.name() + ": " + describe(call) + " failed"));
        }
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

    void run(Command command) {
        Thread.ofVirtual().name("relay-" + parts.name() + "-errand").start(() -> carryOut(command));
    }

    private void carryOut(Command command) {
        switch (command) {
            case Command.Fetch fetch -> fetch(fetch);
            case Command.Send send -> send(send);
            case Command.Settle settle -> settle(settle);
            case Command.Recover recover -> recover(recover);
            case Command.Sweep sweep -> sweep(sweep);
        }
    }

    private void fetch(Command.Fetch fetch) {
        this.<Claimed>ask(
                SourceCall.CLAIM,
                () -> parts.source().claim(fetch.owner(), fetch.request()),
                (it, claimed) -> {
                    if (claimed.passedOver().total() > 0) {
                        parts.listener().passedOver(claimed.passedOver());
                    }
                    it.fetched(fetch, claimed, now());
                },
                it -> it.fetchFailed(fetch, now()));
    }

    private void settle(Command.Settle settle) {
        this.<Settled>ask(
                SourceCall.SETTLE,
                () -> parts.source().settle(settle.owner(), settle.settlements()),
                (it, settled) -> it.settled(settle, settled, now()),
                it -> it.settleFailed(settle, now()));
    }

    private void recover(Command.Recover recover) {
        this.<Recovered>ask(
                SourceCall.RECOVER,
                () -> {
                    if (!recover.gained().isEmpty()) {
                        parts.source().gained(recover.owner(), recover.gained());
                    }
                    return parts.source().recover(recover.owner());
                },
                (it, recovered) -> {
                    parts.listener().recovered(recovered);
                    it.recovered(recover, recovered, now());
                },
                it -> it.recoveryFailed(recover, now()));
    }

    private void sweep(Command.Sweep sweep) {
        this.<Swept>ask(
                SourceCall.SWEEP,
                () -> parts.source().sweep(sweep.owner()),
                (it, swept) -> {
                    parts.listener().swept(swept.deleted());
                    it.swept(sweep, swept, now());
                },
                it -> it.sweepFailed(sweep, now()));
    }

    private void send(Command.Send send) {
        if (!send.announced()) {
            deliver(send);
            return;
        }
        var ids = send.batch().stream().map(Message::id).toList();
        this.<Boolean>ask(
                SourceCall.MARK,
                () -> parts.source().markInFlight(send.owner(), ids),
                (it, recorded) -> {
                    if (recorded) {
                        Thread.ofVirtual()
                                .name("relay-" + parts.name() + "-errand")
                                .start(() -> deliver(send));
                    } else {
                        it.notSent(send, now());
                    }
                },
                it -> it.notSent(send, now()));
    }

    /** What is under way is another node's; to give it up may take a moment. */
    void abandon() {
        Thread.ofVirtual().name("relay-" + parts.name() + "-abandon").start(parts.sink()::abandon);
    }

    private void deliver(Command.Send send) {
        long began = now();
        if (began >= send.notAfter()) {
            post.accept(it -> it.notSent(send, now()));
            return;
        }
        Answer answer = answer(send);
        parts.listener().sinkTook(now() - began, send.batch().size());
        post.accept(it -> it.answered(send, answer, now()));
    }

    private Answer answer(Command.Send send) {
        try {
            Answer answer = parts.sink().send(send.batch(), send.notAfter());
            sinkComplaint.over();
            return answer;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Answer.Whole(new Outcome.Unknown("interrupted while sending"));
        } catch (Throwable e) {
            // An error too is an answer: without one the lane and the permit would never come back.
            if (sinkComplaint.raise(e.toString(), now())) {
                LOG.log(System.Logger.Level.ERROR, "relay " + parts.name() + ": how the sink failed", e);
            }
            return new Answer.Whole(failure("the sink failed: " + e));
        }
    }

    /** Nobody knows how far the sink came; that only matters to what must not be sent twice. */
    private Outcome failure(String reason) {
        return switch (parts.settings().retry().unanswered()) {
            case REPEAT -> new Outcome.Failed(reason);
            case PARK -> new Outcome.Unknown(reason);
        };
    }

    private <T> void ask(
            SourceCall kind, Call<T> call, BiConsumer<Dispatcher, T> onResult, Consumer<Dispatcher> onFailure) {
        long began = now();
        try {
            T result = call.run();
            parts.listener().sourceTook(kind, now() - began);
            complaint(kind).over();
            post.accept(it -> onResult.accept(it, result));
        } catch (SourceException | RuntimeException | Error e) {
            String reason = e instanceof SourceException ? String.valueOf(e.getMessage()) : e.toString();
            complaint(kind).raise(reason, now());
            parts.listener().sourceFailed(kind, reason);
            post.accept(onFailure);
        }
    }

    private Complaint complaint(SourceCall kind) {
        Complaint complaint = complaints.get(kind);
        if (complaint == null) {
            throw new IllegalStateException("no complaint for " + kind);
        }
        return complaint;
    }

    private long now() {
        return parts.clock().nanos();
    }
}
