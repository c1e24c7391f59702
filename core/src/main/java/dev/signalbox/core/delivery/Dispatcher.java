package dev.signalbox.core.delivery;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.outcome.Verdict;
import dev.signalbox.core.sink.Sink.Answer;
import dev.signalbox.core.source.ClaimSource.ClaimResult;
import dev.signalbox.core.source.ClaimSource.RecoveryResult;
import dev.signalbox.core.source.ClaimSource.SettleResult;
import dev.signalbox.core.source.ClaimSource.SweepResult;
import java.util.List;
import java.util.Set;
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
 *       room for, in all and for their outlet.
 *   <li>A message joins the lane of its group within its outlet. A lane sends one batch, and the next one only after the source has
 *       recorded every verdict on the first.
 *   <li>A failed message returns to the source to be claimed again later; with {@link Ordering#BLOCK} its whole lane
 *       does, and the group is held until then.
 *   <li>While the target of an outlet is unavailable nothing is sent to it but one probe at a time; if that lasts, all
 *       of the outlet is released, and not fetched. The other outlets do not notice.
 *   <li>Losing the relay drops everything: the next owner finds it in the source.
 * </ol>
 */
public final class Dispatcher {
    private static final int LARGEST_WRITE = 500;

    private final DispatcherSettings settings;
    private final Permits permits;
    private final DispatcherListener listener;
    private final SharedBuffer buffer = new SharedBuffer();
    private final Settler settler;
    private final Outlets outlets;
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
        this(settings, permits, StartLimits.NO_LIMITS, dispatcherListener);
    }

    public Dispatcher(
            DispatcherSettings settings,
            Permits permits,
            StartLimits startLimits,
            DispatcherListener dispatcherListener) {
        this.settings = settings;
        this.permits = permits;
        this.listener = dispatcherListener;
        this.trial = new SuspectTrial(permits);
        this.settler = new Settler(Math.clamp(settings.buffer().messages() / 2, 1, LARGEST_WRITE));
        var shared = new Lanes.Shared(buffer, settler, trial, dispatcherListener);
        this.outlets = new Outlets(settings, startLimits, shared);
        this.claims = new ClaimPlanner(settings, buffer, outlets, trial);
        this.sender = new BatchSender(settings, permits, outlets, trial, dispatcherListener);
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

    /** The policies of these outlets, or the limits of their pools, may have changed. */
    public void policiesChanged(Set<Long> changed, long now) {
        outlets.policiesChanged(changed, now);
        polling.hurry();
    }

    private void open(long now) {
        outlets.open(isHalted() ? Shards.NONE : shards, now);
    }

    private boolean isHalted() {
        return stopping || paused;
    }

    /** The relay belongs to another node. In-flight messages may still arrive; nothing more is started or recorded. */
    public void lost() {
        owner = null;
        outlets.lost();
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
        boolean idle = fetching.isEmpty() && settler.isIdle() && (owner == null || maintenance.isIdle());
        return idle && inFlightBatches.requests() == 0 && buffer.held() == 0;
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
            outlets.arrive(claimResult, fetch.request(), now);
        }
    }

    public void fetchFailed(Command.Fetch fetch, long now) {
        if (!isStale(fetch)) {
            fetching = Shards.NONE;
            polling.failed(now);
            outlets.fetchFailed(fetch.request());
            // The fetch may have claimed messages and lost the answer: these must not stay claimed by us without our
            // knowing.
            maintenance.recoverSoon();
        }
    }

    public void answered(Command.Send send, Answer answer, long now) {
        InFlightBatch inFlightBatch = ended(send, now);
        if (inFlightBatch == null) {
            return;
        }
        Outlet outlet = inFlightBatch.outlet();
        boolean wasOpen = outlet.circuit().isOpen();
        List<Verdict> verdicts = outlet.judge(inFlightBatch, answer, now);
        if (wasOpen && !outlet.circuit().isOpen()) {
            polling.hurry();
        }
        if (verdicts.stream().anyMatch(Verdict.Narrow.class::isInstance)) {
            listener.count(RelayCounter.NARROWED, verdicts.size());
        }
        if (stopping) {
            inFlightBatches.unanswered(inFlightBatch.unknown(answer));
        }
        outlet.lanes().apply(inFlightBatch, verdicts, now);
    }

    /** The batch was not sent: the lease expired, or a suspect could not be recorded as in flight. */
    public void notSent(Command.Send send, long now) {
        InFlightBatch inFlightBatch = ended(send, now);
        if (inFlightBatch != null) {
            inFlightBatch.outlet().lanes().notSent(inFlightBatch, now);
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

    /** A request has ended; returns null if its batch belongs to an earlier ownership. */
    private @Nullable InFlightBatch ended(Command.Send send, long now) {
        permits.release();
        outlets.requestEnded(send.batch().getFirst().outlet(), now);
        return inFlightBatches.end(send.number());
    }

    public void settled(Command.Settle settle, SettleResult settleResult, long now) {
        if (!isStale(settle)) {
            outlets.settled(settle.number(), settleResult, now);
            trial.settled(settle.settlements(), settleResult);
        }
    }

    public void settleFailed(Command.Settle settle, long now) {
        if (!isStale(settle)) {
            settler.failed(settle.number(), now);
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
        boolean wanted = buffer.takeWantsMore();
        if (outlets.wakeUp(now) || wanted) {
            polling.hurry();
        }
        outlets.beforeSending(now);
        sender.send(me, !isHalted() && now < trustedUntil, trustedUntil, now, out);
        trial.expectsCompany(now).ifPresent(out);
        outlets.afterSending(now);
        if (buffer.takeWantsMore()) {
            polling.hurry();
        }
        while (settler.isDue(now)) {
            Settler.Write write = settler.next(now);
            out.accept(new Command.Settle(me, write.number(), write.settlements()));
        }
        if (!stopping && maintenance.start(me, gained, shards, now, out)) {
            gained = Shards.NONE;
        }
        if (canFetch() && now < trustedUntil && polling.isDue(now) && claims.isAllowed(now)) {
            fetching = shards;
            polling.started();
            out.accept(new Command.Fetch(me, claims.request(shards)));
        }
    }

    private boolean canFetch() {
        return !shards.isEmpty() && fetching.isEmpty() && maintenance.hasRecovered() && !isHalted() && claims.hasRoom();
    }

    /** The time at which to call {@link #advance} even if no input comes. */
    public long nextWakeup() {
        if (owner == null) {
            return Long.MAX_VALUE;
        }
        Outlet only = outlets.only();
        long next = Math.min(Math.min(outlets.nextChange(advancedAt), settler.dueAt()), trial.companyAt());
        if (!stopping) {
            next = Math.min(next, maintenance.dueAt());
        }
        // Once the lease is not trusted any more only its renewal helps, and that is an input.
        if (advancedAt >= trustedUntil) {
            return next;
        }
        if (only != null && only.circuit().isOpen()) {
            return Math.min(next, sender.nextProbe(only, isHalted(), advancedAt, nextFetch()));
        }
        return Math.min(next, nextFetch());
    }

    private long nextFetch() {
        return canFetch() ? polling.dueAt() : Long.MAX_VALUE;
    }

    /** A snapshot for metrics and operators. */
    public DispatcherStatus status() {
        Outlet only = outlets.only();
        return new DispatcherStatus(
                owner,
                trustedUntil,
                shards,
                buffer.busy().plus(fetching),
                buffer.held(),
                buffer.heldBytes(),
                inFlightBatches.requests(),
                outlets.postponed(),
                only == null ? null : only.circuit().reason(),
                paused,
                stopping,
                polling.emptyPolls(),
                polling.lastWait(),
                outlets.unavailable());
    }

    /** The outlets in memory that need attention most, the worst first. */
    public List<OutletStatus> worstOutlets(long now) {
        return OutletStatus.worst(outlets.all(), now);
    }

    /**
     * Ids of messages that are in flight, delivered but not recorded, or were not answered while stopping: after a stop
     * they may arrive a second time.
     */
    public List<String> unrecorded() {
        return inFlightBatches.unrecorded(settler.completed());
    }

    /** What is known here about one message of the only outlet, and what keeps it from being sent. Changes nothing. */
    public MessageLocation explain(String id, @Nullable String group, int shard, long now) {
        return explain(id, group, shard, 0, now);
    }

    /** What is known here about one message, and what keeps it from being sent. Changes nothing. */
    public MessageLocation explain(String id, @Nullable String group, int shard, long outlet, long now) {
        boolean owned = owner != null && now < trustedUntil && shards.contains(shard);
        var dispatcherState = new MessageLocation.DispatcherState(owned, paused, stopping);
        var lookup = new MessageLookup(outlets.known(outlet), inFlightBatches.all(), settler);
        return lookup.find(id, group, dispatcherState, now);
    }
}
