package dev.signalbox.core.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.outcome.Outcome;
import dev.signalbox.core.sink.Sink.Answer;
import dev.signalbox.core.source.ClaimSource.RecoveryResult;
import dev.signalbox.core.source.ClaimSource.SweepResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Drives a dispatcher in virtual time over an in-memory outbox. Fetches, recoveries and settlements are done at once
 * unless a test holds them back; sends wait for the test, or for a receiver that answers at once.
 *
 * <p>After every step it checks the invariants: no limit is exceeded, no group has two batches in flight, and the next
 * wake-up lies in the future.
 */
final class DispatcherDriver {
    static final Incarnation ME = new Incarnation("me");
    private static final int MAX_ROUNDS = 1_000;

    final Dispatcher dispatcher;
    final MiniOutbox outbox;
    final RecordingDispatcherListener recorded = new RecordingDispatcherListener();
    final List<Command> emitted = new ArrayList<>();
    final List<List<String>> batches = new ArrayList<>();
    final List<Command.Send> inFlight = new ArrayList<>();

    /** Answers every send at once; null while the test answers by itself. */
    @Nullable
    Function<Command.Send, Answer> receiver;

    boolean fetchFails;
    boolean settleFails;
    boolean holdsSettlements;
    boolean holdsFetches;
    boolean checksBytes = true;
    /** Requests of one outlet that may be in flight although its limit was lowered. */
    int mostRequests;

    Command.@Nullable Settle heldSettle;
    Command.@Nullable Fetch heldFetch;
    int fetches;

    private final DispatcherSettings settings;
    private long now = Duration.ofHours(1).toNanos();

    DispatcherDriver(DispatcherSettings settings, Permits permits) {
        this(settings, permits, StartLimits.NO_LIMITS);
    }

    DispatcherDriver(DispatcherSettings settings, Permits permits, StartLimits startLimits) {
        this.settings = settings;
        this.outbox = new MiniOutbox(settings.outlets(), startLimits);
        this.dispatcher = new Dispatcher(settings, permits, startLimits, recorded);
    }

    long now() {
        return now;
    }

    void insert(String... ids) {
        for (String id : ids) {
            outbox.insert(id);
        }
    }

    void own() {
        dispatcher.owned(ME, now + Duration.ofDays(1).toNanos(), Shards.ALL, now);
    }

    void trustFor(Duration time) {
        dispatcher.owned(ME, now + time.toNanos(), Shards.ALL, now);
    }

    /** Does all that can be done now. */
    void run() {
        List<Command> commands = advance();
        for (int round = 0; !commands.isEmpty(); round++) {
            assertThat(round)
                    .as("rounds at the same moment, now with %s", commands)
                    .isLessThan(MAX_ROUNDS);
            commands.forEach(this::carryOut);
            commands = advance();
        }
    }

    /** Advances once, without running the commands. */
    List<Command> advance() {
        List<Command> commands = new ArrayList<>();
        dispatcher.advance(now, commands::add);
        emitted.addAll(commands);
        checkInvariants(commands);
        return commands;
    }

    private void checkInvariants(List<Command> commands) {
        assertThat(dispatcher.nextWakeup()).as("the next wake-up lies ahead").isGreaterThan(now);
        DispatcherStatus status = dispatcher.status();
        assertThat(status.held()).isBetween(0, settings.buffer().messages());
        assertThat(status.requests()).isBetween(0, settings.maxRequests());
        if (checksBytes) {
            assertThat(status.heldBytes()).isBetween(0L, settings.buffer().bytes());
        }
        List<Command.Send> all = new ArrayList<>(inFlight);
        commands.forEach(it -> {
            if (it instanceof Command.Send send) {
                all.add(send);
            }
        });
        checkOneBatchPerGroup(all);
        checkOneOutletPerBatch(all);
    }

    private void checkOneOutletPerBatch(List<Command.Send> sends) {
        Map<Long, Integer> requests = new HashMap<>();
        for (Command.Send send : sends) {
            long outlet = send.batch().getFirst().outlet();
            assertThat(send.batch()).allMatch(message -> message.outlet() == outlet);
            int most = settings.outlets().of(outlet).limits().requests();
            assertThat(requests.merge(outlet, 1, Integer::sum)).isLessThanOrEqualTo(Math.max(most, mostRequests));
        }
    }

    private void checkOneBatchPerGroup(List<Command.Send> sends) {
        Set<String> groups = new HashSet<>();
        for (Command.Send send : sends) {
            Set<String> inBatch = new HashSet<>();
            send.batch().forEach(message -> {
                boolean ordered = settings.outlets().of(message.outlet()).ordering() != Ordering.NONE;
                if (message.group() != null && ordered) {
                    inBatch.add(message.outlet() + " " + message.group());
                }
            });
            inBatch.forEach(group -> assertThat(groups.add(group))
                    .as("one batch of group %s on its way", group)
                    .isTrue());
        }
    }

    /** Not carried out. */
    final List<Command.EndAlone> endsOfBeingAlone = new ArrayList<>();

    void carryOut(Command command) {
        switch (command) {
            case Command.Fetch fetch -> fetch(fetch);
            case Command.Send send -> send(send);
            case Command.Settle settle -> settle(settle);
            case Command.Recover recover -> dispatcher.recovered(recover, RecoveryResult.NOTHING, now);
            case Command.EndAlone end -> endsOfBeingAlone.add(end);
            case Command.Sweep sweep -> dispatcher.swept(sweep, SweepResult.NOTHING, now);
        }
    }

    private void fetch(Command.Fetch fetch) {
        fetches++;
        if (holdsFetches) {
            heldFetch = fetch;
        } else if (fetchFails) {
            dispatcher.fetchFailed(fetch, now);
        } else {
            dispatcher.fetched(fetch, outbox.claim(fetch.request()), now);
        }
    }

    private void send(Command.Send send) {
        batches.add(ids(send));
        inFlight.add(send);
        if (receiver != null) {
            answer(send, receiver.apply(send));
        }
    }

    private void settle(Command.Settle settle) {
        if (holdsSettlements) {
            heldSettle = settle;
        } else if (settleFails) {
            dispatcher.settleFailed(settle, now);
        } else {
            dispatcher.settled(settle, outbox.settle(settle.settlements()), now);
        }
    }

    /** Records the settlement that was held back, and continues. */
    void settle() {
        Command.Settle settle = heldSettle;
        heldSettle = null;
        if (settle == null) {
            throw new NoSuchElementException("nothing is being settled");
        }
        dispatcher.settled(settle, outbox.settle(settle.settlements()), now);
        run();
    }

    /** Lets time pass, stopping wherever the dispatcher wants to be woken. */
    void pass(Duration time) {
        long end = now + time.toNanos();
        while (dispatcher.nextWakeup() <= end) {
            now = Math.max(now, dispatcher.nextWakeup());
            run();
        }
        now = end;
        run();
    }

    /** Goes to the next wake-up, and returns how far that was. */
    Duration toNextWakeup() {
        long before = now;
        now = dispatcher.nextWakeup();
        run();
        return Duration.ofNanos(now - before);
    }

    void at(long time) {
        now = time;
    }

    /** The batch in flight that has this message. */
    Command.Send sendOf(String id) {
        return inFlight.stream()
                .filter(send -> ids(send).contains(id))
                .findFirst()
                .orElseThrow(() -> new NoSuchElementException(id + " is not in flight"));
    }

    /** Answers the oldest batch in flight as a whole, and continues. */
    void answer(Outcome outcome) {
        answer(inFlight.getFirst(), new Answer.Whole(outcome));
        run();
    }

    void answerEach(Outcome... outcomes) {
        answer(inFlight.getFirst(), new Answer.Each(List.of(outcomes)));
        run();
    }

    void answer(String id, Outcome outcome) {
        answer(sendOf(id), new Answer.Whole(outcome));
        run();
    }

    private void answer(Command.Send send, Answer answer) {
        inFlight.remove(send);
        dispatcher.answered(send, answer, now);
    }

    void notSent(String id) {
        Command.Send send = sendOf(id);
        inFlight.remove(send);
        dispatcher.notSent(send, now);
        run();
    }

    /** Answers every batch, also those that follow. */
    void answerAll(Outcome outcome) {
        while (!inFlight.isEmpty()) {
            answer(outcome);
        }
    }

    List<List<String>> inFlightIds() {
        return inFlight.stream().map(DispatcherDriver::ids).toList();
    }

    List<String> done() {
        return outbox.in(MiniOutbox.State.DONE);
    }

    List<String> failed() {
        return outbox.in(MiniOutbox.State.FAILED);
    }

    List<String> pending() {
        return outbox.in(MiniOutbox.State.PENDING);
    }

    List<String> claimed() {
        return outbox.in(MiniOutbox.State.CLAIMED);
    }

    int attempts(String id) {
        return outbox.row(id).attempts;
    }

    static List<String> ids(Command.Send send) {
        return send.batch().stream().map(Message::id).toList();
    }
}
