package dev.signalbox.core.delivery;

import dev.signalbox.core.message.Message;
import dev.signalbox.core.outcome.Verdict;
import dev.signalbox.core.sink.Sink.Answer;
import dev.signalbox.core.source.ClaimSource.ClaimResult;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One target of a relay: what is held for it, its circuit, its limits. */
final class Outlet extends TimerQueue.Sleeper {
    /** How long messages wait in memory for a target that is unavailable. */
    private static final long KEEP_WHILE_OPEN = Duration.ofSeconds(2).toNanos();

    final long id;
    private final OutletPolicy policy;
    private final SharedBuffer buffer;
    private final AnswerEvaluator answerEvaluator;
    private final Circuit circuit;
    private final Lanes lanes;

    private OutletPolicy.Limits limits;
    /** Whether its policy has changed in more than its limits: it ends when nothing is held any more. */
    private boolean outdated;

    private int held;
    private long heldBytes;
    private int requests;

    /** The number of the last fetch that returned messages of it, and how many. */
    private long fetch = -1;

    private int ofFetch;
    /** Whether the source may have more than the outlet had room for. */
    private boolean mayHaveMore;

    private int refillAt;

    /** Its place among the outlets that can send; the lower time first, then the lower number. */
    final Turn turn = new Turn();

    /** Whether it is in the list of outlets that changed since the last look. */
    boolean isTouched;

    /** Whether it is not fetched for; never where a relay has one outlet only. */
    boolean isClosed;

    /** How many of its messages are counted as postponed in the sum of all outlets. */
    int countedPostponed;

    /** Whether its open circuit is counted. */
    boolean isCountedOpen;

    /** A place in the queue of outlets that can send. */
    static final class Turn implements Comparable<Turn> {
        /** Where it waits. */
        enum Place {
            NOWHERE,
            RING,
            /** Behind other outlets of its pool. */
            POOL,
            /** It has suspects only, and they cannot be sent now. */
            TRIAL
        }

        Place place = Place.NOWHERE;
        long at;
        long number;

        /** The queue that it waits in, or asks for the start of a request of. */
        @Nullable
        StartQueue pool;

        /** The queue that counts what the outlet holds, and how much it has counted. */
        @Nullable
        StartQueue countedIn;

        int counted;

        @Override
        public int compareTo(Turn other) {
            int order = Long.compare(at, other.at);
            return order == 0 ? Long.compare(number, other.number) : order;
        }
    }

    /** When it last let something be a probe that made way for others. */
    private long letBackAt = Long.MIN_VALUE;

    /** @param number unique among the sleepers of the dispatcher */
    Outlet(long id, OutletPolicy policy, Lanes.Shared shared, long number) {
        super(number);
        this.id = id;
        this.policy = policy;
        this.limits = policy.limits();
        this.buffer = shared.buffer();
        this.answerEvaluator = new AnswerEvaluator(id, policy, shared.listener());
        this.circuit = answerEvaluator.circuit();
        this.lanes = new Lanes(this, policy, answerEvaluator, shared);
        lanes.halt(limits.paused(), 0);
    }

    OutletPolicy policy() {
        return policy;
    }

    OutletPolicy.Limits limits() {
        return limits;
    }

    Circuit circuit() {
        return circuit;
    }

    Lanes lanes() {
        return lanes;
    }

    Batcher batcher() {
        return lanes.batcher();
    }

    PostponedMessages postponed() {
        return lanes.postponed();
    }

    int held() {
        return held;
    }

    long heldBytes() {
        return heldBytes;
    }

    int requests() {
        return requests;
    }

    void arrive(Message message, ClaimResult claimResult, int perGroup, List<Lane> touched) {
        long bytes = message.heldBytes();
        held++;
        heldBytes += bytes;
        buffer.hold(message.shard(), bytes);
        ofFetch = fetch == buffer.fetches() ? ofFetch + 1 : 1;
        fetch = buffer.fetches();
        lanes.arrive(message, claimResult, perGroup, touched);
    }

    /** All messages of the fetch have arrived; it had room for so many of this outlet. */
    void fetched(int room) {
        if (fetch == buffer.fetches() && ofFetch >= room) {
            keptSome();
        }
    }

    /** The source may have more than a fetch could take: another one follows when half of what is held is done. */
    void keptSome() {
        mayHaveMore = true;
        refillAt = held / 2;
    }

    /** Decides on a batch, and returns its verdicts. */
    List<Verdict> judge(InFlightBatch inFlightBatch, Answer answer, long now) {
        boolean wasOpen = circuit.isOpen();
        List<Verdict> verdicts = answerEvaluator.judge(inFlightBatch, answer, now);
        if (wasOpen && !circuit.isOpen()) {
            postponed().outageEnds(now);
        }
        return verdicts;
    }

    void requestBegins() {
        requests++;
    }

    void requestEnds() {
        requests--;
    }

    /** A write about a message was answered, and it is not held any more. */
    void settled(Settler.Entry entry, boolean recorded, long now) {
        Message message = entry.settlement().message();
        long bytes = message.heldBytes();
        held--;
        heldBytes -= bytes;
        buffer.letGo(message.shard(), bytes);
        lanes.settled(entry, recorded, now);
        if (mayHaveMore && held <= refillAt) {
            mayHaveMore = false;
            wantMore();
        }
    }

    /** The source has something of this outlet; where it is closed, only what opens it leads to a fetch. */
    void wantMore() {
        if (!isClosed) {
            buffer.wantMore();
        }
    }

    /** Applies what changed of its policy while messages are held; a new ordering, say, waits until none are. */
    void change(OutletPolicy changed, long now) {
        limits = changed.limits();
        outdated = !changed.with(policy.limits()).equals(policy);
        lanes.halt(outdated || limits.paused(), now);
    }

    boolean isHalted() {
        return lanes.isHalted();
    }

    boolean isOutdated() {
        return outdated;
    }

    /** Whether its own state lets it send something now. */
    boolean maySend(long now) {
        return !batcher().isEmpty() && !lanes.isHalted() && circuit.allowsRequest(now);
    }

    boolean hasRequestLeft() {
        return requests < limits.requests();
    }

    /** After a while without its target nothing stays in memory but a probe that is due. */
    void releaseAfterOutage(long now) {
        if (circuit.isOpen() && now >= circuit.openSince() + KEEP_WHILE_OPEN) {
            // A probe that is due but held back keeps its message, or it would be fetched and released continuously.
            lanes.releaseQueued(circuit.isProbeDue(now), now);
        }
    }

    /** When {@link #releaseAfterOutage} has something to do, if it had not at this time. */
    long nextRelease(long now) {
        long release = circuit.openSince() + KEEP_WHILE_OPEN;
        boolean waits = circuit.isOpen() && !batcher().isEmpty() && now < release;
        return waits ? release : Long.MAX_VALUE;
    }

    /** Ends the holds whose time has come, and returns whether there were any. */
    boolean expireHolds(long now) {
        if (now >= lacksProbeAt()) {
            postponed().letOneBack(now);
            letBackAt = now;
        }
        return postponed().expire(now);
    }

    /** When the next hold ends. */
    long nextExpiry() {
        return Math.min(postponed().nextExpiry(), lacksProbeAt());
    }

    /** When what makes way for other probes goes after all, because there is no other. */
    private long lacksProbeAt() {
        boolean lacksOther = postponed().someMakeWay() && batcher().isEmpty();
        return lacksOther ? circuit.probeOverdueAt(letBackAt) : Long.MAX_VALUE;
    }

    /** When the passing of time alone changes what it may do. */
    long nextChange(long now) {
        long next = Math.min(nextExpiry(), nextRelease(now));
        boolean waitsForProbe = circuit.isOpen() && circuit.probeAt() > now && !isHalted();
        return waitsForProbe ? Math.min(next, circuit.probeAt()) : next;
    }

    /** Whether nothing is queued that could be sent as a probe; what waits for its turn cannot. */
    boolean hasNoProbe(SuspectTrial trial) {
        return trial.waits() ? !batcher().hasOrdinary() : batcher().isEmpty();
    }

    /** Whether nothing of it is in memory or in flight, and it waits in no queue. */
    boolean isIdle() {
        return held == 0 && requests == 0 && turn.place == Turn.Place.NOWHERE;
    }

    /** Whether nothing is lost if this object is dropped. */
    boolean isForgettable() {
        boolean closed = !circuit.isOpen() && !limits.paused();
        return isIdle() && (outdated || (closed && postponed().isEmpty() && !lanes.remembersFailures()));
    }

    /** Its messages belong to another owner. */
    void lost() {
        lanes.clear();
        held = 0;
        heldBytes = 0;
        turn.countedIn = null;
        turn.counted = 0;
        mayHaveMore = false;
    }
}
