package dev.signalbox.core.delivery;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.outcome.Verdict;
import dev.signalbox.core.sink.Sink.Answer;
import dev.signalbox.core.source.ClaimSource.ClaimResult;
import dev.signalbox.core.source.ClaimSource.RecoveryResult;
import dev.signalbox.core.source.ClaimSource.SettleResult;
import dev.signalbox.core.source.ClaimSource.SweepResult;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Decides what a relay does next. A state machine: results go in, {@link #advance} puts commands out. It does no I/O,
 * has no threads, reads no clock; {@code now} is monotonic nanoseconds.
 *
 * <p>The rules, in the order in which they apply to a message:
 *
 * <ol>
 *   <li>Messages are claimed only while this node owns the relay and trusts its lease, and only as many as there is
 *       room for.
 *   <li>A message joins the lane of its group. A lane sends one batch, and the next one only after the source has
 *       recorded every verdict on the first.
 *   <li>A failed message returns to the source to be claimed again later; with {@link Ordering#BLOCK} its whole lane
 *       does, and the group is held until then.
 *   <li>While the destination is unavailable nothing is sent but one probe at a time; if that lasts, everything is
 *       released.
 *   <li>Losing the relay drops everything: the next owner finds it in the source.
 * </ol>
 */
public final class Dispatcher {
    private static final Duration KEEP_WHILE_OPEN = Duration.ofSeconds(2);
    private static final Duration FIRST_PROBE = Duration.ofMillis(500);
    private static final Duration MAX_PROBE = Duration.ofSeconds(4);
    /** Longer than the longest wait for a probe, so that the next probe is another message. */
    private static final Duration UNANSWERED_HOLD = MAX_PROBE.plusMillis(500);

    private final DispatcherSettings settings;
    private final Permits permits;
    private final DispatcherListener listener;
    private final AnswerEvaluator answerEvaluator;
    private final Circuit circuit;
    private final Lanes lanes;
    private final SuspectTrial trial;
    private final ClaimPlanner claims;
    private final BatchSender sender;
    private final InFlightBatches inFlightBatches;

    private PollSchedule polling;
    private MaintenanceSchedule maintenance;
    private @Nullable Incarnation owner;
    private long trustedUntil;
    private Shards shards = Shards.NONE;
    /** Shards gained since the last recovery began. */
    private Shards gained = Shards.NONE;

    private boolean stopping;
    private boolean paused;
    /** The shards that a fetch under way may return messages of. */
    private Shards fetching = Shards.NONE;

    private long advancedAt = Long.MIN_VALUE;

    public Dispatcher(DispatcherSettings settings, Permits permits, DispatcherListener dispatcherListener) {
        this.settings = settings;
        this.permits = permits;
        this.listener = dispatcherListener;
        var probeTiming = new Circuit.ProbeTiming(FIRST_PROBE, MAX_PROBE, settings.retryAfterCap());
        this.answerEvaluator = new AnswerEvaluator(settings.retry(), probeTiming, dispatcherListener);
        this.circuit = answerEvaluator.circuit();
        this.trial = new SuspectTrial(permits);
        this.lanes = new Lanes(settings, answerEvaluator, dispatcherListener, trial, UNANSWERED_HOLD);
        this.claims = new ClaimPlanner(settings, lanes, circuit, trial);
        this.sender = new BatchSender(settings, permits, lanes, trial, circuit, dispatcherListener);
        this.inFlightBatches = sender.inFlightBatches();
        this.polling = new PollSchedule(settings.polling());
        this.maintenance = new MaintenanceSchedule(settings.maintenance());
    }

    /**
     * This node owns the relay, or these shards of it, and trusts the lease until then. Shards that are not among them
     * any more are drained: waiting messages are released, in-flight ones may finish.
     */
    public void owned(Incarnation incarnation, long trustedUntil, Shards shards, long now) {
        if (!incarnation.equals(owner)) {
            lost();
            owner = incarnation;
            polling = polling.anew();
            maintenance = new MaintenanceSchedule(settings.maintenance());
        }
        this.trustedUntil = trustedUntil;
        if (!this.shards.containsAll(shards)) {
            gained = gained.plus(shards.minus(this.shards));
            maintenance.recoverFirst();
            polling.hurry();
        }
        if (!this.shards.equals(shards)) {
            this.shards = shards;
            open(now);
        }
    }

    /** The lease is trusted until then only. */
    public void trust(long until) {
        trustedUntil = until;
    }

    /** Whether an operator has paused the relay: it keeps its shards, and claims and sends nothing. */
    public void pause(boolean wanted, long now) {
        if (paused != wanted) {
            paused = wanted;
            open(now);
            polling.hurry();
        }
    }

    private void open(long now) {
        lanes.open(isHalted() ? Shards.NONE : shards, now);
    }

    private boolean isHalted() {
        return stopping || paused;
    }

    /** The relay belongs to another node. In-flight messages may still arrive; nothing more is started or recorded. */
    public void lost() {
        owner = null;
        lanes.clear();
        inFlightBatches.clear();
        shards = Shards.NONE;
        gained = Shards.NONE;
        fetching = Shards.NONE;
        trial.end();
        permits.wantNoMore();
    }

    /** Stops claiming, lets in-flight messages finish, releases the rest. */
    public void stop(long now) {
        stopping = true;
        open(now);
    }

    /** Whether nothing is held, in flight or being recorded any more. */
    public boolean isQuiet() {
        boolean idle = fetching.isEmpty() && lanes.settler().isIdle() && (owner == null || maintenance.isIdle());
        return idle && inFlightBatches.requests() == 0 && lanes.held() == 0;
    }

    /** The source has new messages. */
    public void wake() {
        polling.hurry();
    }

    /** Whether the source sends wake-ups has changed. */
    public void wakeUps(PollSchedule.WakeUps state) {
        polling.wakeUps(state);
    }

    /** Whether this node owns the relay and it has been idle for so long that a wake-up is better than polling. */
    public boolean isIdle() {
        return owner != null && !stopping && polling.isIdle();
    }

    public void fetched(Command.Fetch fetch, ClaimResult claimResult, long now) {
        if (isStale(fetch)) {
            return;
        }
        fetching = Shards.NONE;
        claims.claimed(claimResult);
        polling.fetched(claimResult.messages().size(), claimResult.more(), claimResult.heldBack(), now);
        if (!claimResult.messages().isEmpty()) {
            listener.count(RelayCounter.CLAIMED, claimResult.messages().size());
            lanes.arrive(claimResult, fetch.request().perGroup(), now);
        }
    }

    public void fetchFailed(Command.Fetch fetch, long now) {
        if (!isStale(fetch)) {
            fetching = Shards.NONE;
            polling.failed(now);
            lanes.postponed().putBack(fetch.request().due());
            // The fetch may have claimed messages and lost the answer: these must not stay claimed by us without our
            // knowing.
            maintenance.recoverSoon();
        }
    }

    public void answered(Command.Send send, Answer answer, long now) {
        permits.release();
        InFlightBatch inFlightBatch = inFlightBatches.end(send.number());
        if (inFlightBatch == null) {
            return;
        }
        boolean wasOpen = circuit.isOpen();
        List<Verdict> verdicts = answerEvaluator.judge(inFlightBatch, answer, now);
        if (wasOpen && !circuit.isOpen()) {
            polling.hurry();
        }
        if (verdicts.stream().anyMatch(Verdict.Narrow.class::isInstance)) {
            listener.count(RelayCounter.NARROWED, verdicts.size());
        }
        if (stopping) {
            inFlightBatches.unanswered(inFlightBatch.unknown(answer));
        }
        lanes.apply(inFlightBatch, verdicts, now);
    }

    /** The batch was not sent: the lease expired, or a suspect could not be recorded as in flight. */
    public void notSent(Command.Send send, long now) {
        permits.release();
        InFlightBatch inFlightBatch = inFlightBatches.end(send.number());
        if (inFlightBatch != null) {
            lanes.notSent(inFlightBatch, now);
        }
    }

    /** The messages of the batch are recorded as in flight, and are sent now. */
    public void marked(Command.Send send) {
        trial.recordedAlone(send);
    }

    /** It is recorded that the message is not alone in flight any more. */
    public void aloneEnded(Command.EndAlone end) {
        trial.getsCompany(end);
    }

    public void settled(Command.Settle settle, SettleResult settleResult, long now) {
        if (!isStale(settle)) {
            lanes.settled(settle.number(), settleResult, now);
            trial.settled(settle.settlements(), settleResult);
        }
    }

    public void settleFailed(Command.Settle settle, long now) {
        if (!isStale(settle)) {
            lanes.settler().failed(settle.number(), now);
        }
    }

    public void recovered(Command.Recover recover, RecoveryResult recoveryResult, long now) {
        if (!isStale(recover)) {
            maintenance.recovered(recoveryResult.more(), now);
            if (recoveryResult.total() > 0) {
                polling.hurry();
            }
        }
    }

    public void recoveryFailed(Command.Recover recover, long now) {
        if (!isStale(recover)) {
            maintenance.recoveryFailed(now);
        }
    }

    public void swept(Command.Sweep sweep, SweepResult sweepResult, long now) {
        if (!isStale(sweep)) {
            maintenance.swept(sweepResult.more(), now);
        }
    }

    public void sweepFailed(Command.Sweep sweep, long now) {
        if (!isStale(sweep)) {
            maintenance.sweepFailed(now);
        }
    }

    /** Whether the command belongs to an earlier ownership, so that its result is void. */
    private boolean isStale(Command command) {
        return !command.owner().equals(owner);
    }

    /** Emits all commands that can run now. */
    public void advance(long now, Consumer<Command> out) {
        Incarnation me = owner;
        advancedAt = now;
        if (me == null) {
            return;
        }
        boolean wanted = lanes.wantsMore();
        if (lanes.postponed().expire(now) || wanted) {
            polling.hurry();
        }
        sender.send(me, !isHalted() && now < trustedUntil, trustedUntil, now, out);
        trial.expectsCompany(now).ifPresent(out);
        if (circuit.isOpen() && now >= circuit.openSince() + KEEP_WHILE_OPEN.toNanos()) {
            // A probe that is due but held back keeps its message, or it would be fetched and released continuously.
            lanes.releaseQueued(circuit.isProbeDue(now), now);
        }
        while (lanes.settler().isDue(now)) {
            Settler.Write write = lanes.settler().next(now);
            out.accept(new Command.Settle(me, write.number(), write.settlements()));
        }
        doMaintenance(me, now, out);
        if (canFetch() && now < trustedUntil && polling.isDue(now) && circuit.allowsRequest(now)) {
            fetching = shards;
            polling.started();
            lanes.fetchStarts();
            out.accept(new Command.Fetch(me, claims.request(shards)));
        }
    }

    private void doMaintenance(Incarnation me, long now, Consumer<Command> out) {
        if (stopping) {
            return;
        }
        if (maintenance.isRecoveryDue(now)) {
            maintenance.recoveryStarted();
            out.accept(new Command.Recover(me, gained));
            gained = Shards.NONE;
        }
        // One node is enough for work that concerns the whole table.
        if (shards.contains(0) && maintenance.isSweepDue(now)) {
            maintenance.sweepStarted();
            out.accept(new Command.Sweep(me));
        }
    }

    private boolean canFetch() {
        boolean ready = !shards.isEmpty() && fetching.isEmpty() && maintenance.hasRecovered();
        return ready && !isHalted() && claims.hasRoom();
    }

    /** The time at which to call {@link #advance} even if no input comes. */
    public long nextWakeup() {
        if (owner == null) {
            return Long.MAX_VALUE;
        }
        long next = Math.min(lanes.postponed().nextExpiry(), lanes.settler().dueAt());
        next = Math.min(next, trial.companyAt());
        if (!stopping) {
            next = Math.min(next, maintenance.dueAt());
        }
        long release = circuit.openSince() + KEEP_WHILE_OPEN.toNanos();
        if (circuit.isOpen() && !lanes.batcher().isEmpty() && advancedAt < release) {
            next = Math.min(next, release);
        }
        // Once the lease is not trusted any more only its renewal helps, and that is an input.
        return advancedAt < trustedUntil ? Math.min(next, circuit.isOpen() ? nextProbe() : nextFetch()) : next;
    }

    private long nextFetch() {
        return canFetch() ? polling.dueAt() : Long.MAX_VALUE;
    }

    /** Whatever delays a due probe ends with an input: an answer, a permit, a record. */
    private long nextProbe() {
        if (lanes.batcher().isEmpty()) {
            return Math.max(circuit.probeAt(), nextFetch());
        }
        if (isHalted() || sender.waitsForPermit()) {
            return Long.MAX_VALUE;
        }
        if (trial.waits()) {
            return nextFetch();
        }
        if (trial.isAlone() || circuit.allowsRequest(advancedAt)) {
            return Long.MAX_VALUE;
        }
        boolean hasRoom = lanes.batcher().isNextSuspect() || inFlightBatches.requests() < settings.maxRequests();
        return hasRoom ? circuit.probeAt() : Long.MAX_VALUE;
    }

    /** A snapshot for metrics and operators. */
    public DispatcherStatus status() {
        return new DispatcherStatus(
                owner,
                trustedUntil,
                shards,
                lanes.busy().plus(fetching),
                lanes.held(),
                lanes.heldBytes(),
                inFlightBatches.requests(),
                lanes.postponed().size(),
                circuit.reason(),
                paused,
                stopping,
                polling.emptyPolls(),
                polling.lastWait());
    }

    /**
     * Ids of messages that are in flight, delivered but not recorded, or were not answered while stopping: after a stop
     * they may arrive a second time.
     */
    public List<String> unrecorded() {
        return inFlightBatches.unrecorded(lanes.settler().completed());
    }

    /** What is known here about one message, and what keeps it from being sent. Changes nothing. */
    public MessageLocation explain(String id, @Nullable String group, int shard, long now) {
        boolean owned = owner != null && now < trustedUntil && shards.contains(shard);
        var dispatcherState = new MessageLocation.DispatcherState(owned, paused, stopping);
        return new MessageLookup(lanes, inFlightBatches.all(), circuit).find(id, group, dispatcherState, now);
    }
}
