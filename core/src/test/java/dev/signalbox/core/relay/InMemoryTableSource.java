package dev.signalbox.core.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.message.Message.Claim;
import dev.signalbox.core.message.Payload;
import dev.signalbox.core.message.Suspicion;
import dev.signalbox.core.outcome.Settlement;
import dev.signalbox.core.outcome.Verdict;
import dev.signalbox.core.source.ClaimSource;
import dev.signalbox.core.source.SourceException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Ungrouped rows in memory. Records what happens to them, and throws what a test requests. */
final class InMemoryTableSource implements ClaimSource {
    /** What the next calls throw: a SourceException, a RuntimeException or an Error. */
    final ConcurrentLinkedQueue<Throwable> claimsThrow = new ConcurrentLinkedQueue<>();

    volatile boolean settlesFail;
    volatile boolean marks = true;
    /** What happens while messages are recorded as in flight. */
    volatile Runnable whileMarking = () -> {};

    private final BlockingQueue<String> events = new LinkedBlockingQueue<>();
    private final Set<String> happened = new LinkedHashSet<>();
    /** Owners that have recovered already: later claims are theirs. */
    private final Set<Incarnation> owners = new HashSet<>();

    /** The skipped messages that the next claim reports. */
    private SkippedMessages skippedMessages = SkippedMessages.NOTHING;

    private final Map<String, Message> free = new LinkedHashMap<>();
    private final Map<String, Message> claimed = new LinkedHashMap<>();

    synchronized void insert(int from, int to) {
        for (int i = from; i <= to; i++) {
            insert("m" + i, Suspicion.NONE);
        }
    }

    synchronized void insert(String id, Suspicion suspicion) {
        var claim = new Claim(1, Instant.EPOCH);
        free.put(
                id,
                new Message(
                        id, null, Shards.shardOf(id), "test", Payload.of("{}"), 0, Instant.EPOCH, claim, suspicion));
    }

    synchronized void passOver(SkippedMessages over) {
        skippedMessages = over;
    }

    /** Waits until this has happened, at any time since the beginning. */
    void await(String event) throws InterruptedException {
        while (!happened.contains(event)) {
            String next = events.poll(10, TimeUnit.SECONDS);
            assertThat(next).as("waiting for '%s' after %s", event, happened).isNotNull();
            happened.add(String.valueOf(next));
        }
    }

    /** What has happened up to the last that was waited for, in this order. */
    List<String> happened() {
        return List.copyOf(happened);
    }

    void record(String event) {
        events.add(event);
    }

    synchronized List<String> free() {
        return List.copyOf(free.keySet());
    }

    @Override
    public synchronized ClaimResult claim(Incarnation owner, ClaimRequest request) throws SourceException {
        throwIfAsked();
        List<Message> taken = new ArrayList<>();
        for (Message message : List.copyOf(free.values())) {
            if (taken.size() < request.messages() && !request.heldMessages().contains(message.id())) {
                taken.add(message);
                free.remove(message.id());
                claimed.put(message.id(), message);
            }
        }
        SkippedMessages over = skippedMessages;
        skippedMessages = SkippedMessages.NOTHING;
        return new ClaimResult(taken, taken.size() == request.messages()).with(over);
    }

    private void throwIfAsked() throws SourceException {
        switch (claimsThrow.poll()) {
            case null -> {
                return;
            }
            case SourceException e -> throw e;
            case RuntimeException e -> throw e;
            case Error e -> throw e;
            case Throwable e -> throw new IllegalArgumentException(e);
        }
    }

    @Override
    public synchronized SettleResult settle(Incarnation owner, List<Settlement> settlements) throws SourceException {
        if (settlesFail) {
            throw new SourceException("no space left");
        }
        Set<String> recorded = new HashSet<>();
        for (Settlement settlement : settlements) {
            String id = settlement.message().id();
            Message message = claimed.remove(id);
            if (message != null) {
                recorded.add(id);
                record(message, settlement.verdict());
            }
        }
        return SettleResult.all(recorded);
    }

    private void record(Message message, Verdict.Final verdict) {
        switch (verdict) {
            case Verdict.Complete() -> record("completed " + message.id());
            case Verdict.Park(String _) -> record("parked " + message.id());
            case Verdict.RetryAt(long _, String reason) -> release(message, "retried " + message.id() + ": " + reason);
            case Verdict.Release() -> release(message, "released " + message.id());
        }
    }

    private void release(Message message, String event) {
        free.put(message.id(), message);
        record(event);
    }

    @Override
    public synchronized RecoveryResult recover(Incarnation owner) {
        if (!owners.add(owner)) {
            return RecoveryResult.NOTHING;
        }
        int count = claimed.size();
        free.putAll(claimed);
        claimed.clear();
        return new RecoveryResult(count, 0, false);
    }

    @Override
    public boolean markInFlight(Incarnation owner, List<String> ids, boolean alone) {
        record("marked " + String.join(" ", ids));
        whileMarking.run();
        return marks;
    }

    @Override
    public void endAlone(Incarnation owner, String id) {
        record("not alone " + id);
    }

    @Override
    public SweepResult sweep(Incarnation owner) {
        return SweepResult.NOTHING;
    }

    @Override
    public void close() {
        record("closed");
    }
}
