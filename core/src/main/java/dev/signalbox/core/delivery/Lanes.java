package dev.signalbox.core.delivery;

import dev.signalbox.core.message.Message;
import dev.signalbox.core.outcome.Settlement;
import dev.signalbox.core.outcome.Verdict;
import dev.signalbox.core.source.ClaimSource.ClaimResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The held messages of one outlet, by lane, from their claim until the source has recorded their verdict.
 *
 * <p>With {@link Ordering#BLOCK} a failure releases the whole lane: the failed message and those behind it are back in
 * the source, in order, and the group is held until its next attempt.
 */
final class Lanes {
    private static final long NOT_SENT_HOLD = Duration.ofSeconds(1).toNanos();

    /** What the outlets of a dispatcher share. */
    record Shared(SharedBuffer buffer, Settler settler, SuspectTrial trial, DispatcherListener listener) {}

    private final Outlet outlet;
    private final OutletPolicy policy;
    private final AnswerEvaluator answerEvaluator;
    private final DispatcherListener listener;
    private final SharedBuffer buffer;
    private final Batcher batcher;
    private final Settler settler;
    private final PostponedMessages postponed = new PostponedMessages();
    private final GroupsBeingReleased releasing = new GroupsBeingReleased();
    private final UncountedFailures uncountedFailures;
    private final Map<String, Lane> byGroup = new HashMap<>();
    /** Whether nothing of this outlet may be sent: what waits is released. */
    private boolean halted;

    Lanes(Outlet outlet, OutletPolicy policy, AnswerEvaluator answerEvaluator, Shared shared) {
        this.outlet = outlet;
        this.policy = policy;
        this.answerEvaluator = answerEvaluator;
        this.listener = shared.listener();
        this.buffer = shared.buffer();
        this.settler = shared.settler();
        this.uncountedFailures = new UncountedFailures(policy.limits().postponed());
        this.batcher = new Batcher(policy.sink(), policy.retry(), this::goesWithoutItsGroup, shared.trial());
    }

    /**
     * Whether no other message of its lane may be in its request. A message that failed may fail again, and a destination
     * that decides item by item would accept those behind it.
     */
    private boolean goesWithoutItsGroup(Message message) {
        boolean failed = message.attempts() > 0 || uncountedFailures.contains(message);
        return policy.holdExhausted()
                || policy.sink().withoutItsGroup().test(message)
                || (failed && policy.ordering() == Ordering.BLOCK);
    }

    Batcher batcher() {
        return batcher;
    }

    PostponedMessages postponed() {
        return postponed;
    }

    /** Whether an attempt that did not count is remembered, or messages are being released. */
    boolean remembersFailures() {
        return !uncountedFailures.isEmpty() || !answerEvaluator.isEmpty() || isReleasing();
    }

    /** Whether messages of a group are being released. */
    boolean isReleasing() {
        return !releasing.isEmpty();
    }

    /** Groups that must not be fetched now. */
    Set<String> groupsNotToFetch() {
        return releasing.with(postponed.groups());
    }

    /**
     * Takes a message of the last fetch, or releases it.
     *
     * @param touched lanes that got their first message of this fetch, which {@link #goOn} when all have arrived
     */
    void arrive(Message message, ClaimResult claimResult, int perGroup, List<Lane> touched) {
        Lane lane = laneOf(message);
        if (!isOpen(message.shard()) || isHeldBack(message) || isOvertaking(lane)) {
            settle(lane, message, Verdict.RELEASE);
            return;
        }
        lane.add(new Lane.QueuedMessage(message, policy.retry().goesAlone(message) ? 1 : Integer.MAX_VALUE));
        int count = lane.arrived(buffer.fetches());
        if (count == 1) {
            touched.add(lane);
        }
        if (lane.group != null && (count == 1 || count == perGroup)) {
            lane.mayHaveMore(count >= perGroup || claimResult.moreOf().contains(lane.group));
        }
    }

    private boolean isOpen(int shard) {
        return !halted && buffer.isOpen(shard);
    }

    private Lane laneOf(Message message) {
        if (message.group() == null || policy.ordering() == Ordering.NONE) {
            return new Lane(outlet, null, message.shard(), buffer.fetches());
        }
        Lane known = byGroup.get(message.group());
        if (known != null) {
            return known;
        }
        Lane lane = new Lane(outlet, message.group(), message.shard(), buffer.fetches());
        byGroup.put(message.group(), lane);
        return lane;
    }

    /** The fetch may have been under way when the group or message began to wait. */
    private boolean isHeldBack(Message message) {
        boolean groupWaits = message.group() != null && postponed.holdsGroup(message.group());
        return groupWaits || postponed.holdsMessage(message.id());
    }

    private boolean isOvertaking(Lane lane) {
        return lane.group != null && releasing.concerns(lane.group, buffer.fetches());
    }

    /** Applies the verdicts on a batch, in its order. */
    void apply(InFlightBatch inFlightBatch, List<Verdict> verdicts, long now) {
        int from = 0;
        for (InFlightBatch.LaneMessages laneMessages : inFlightBatch.runs()) {
            int to = from + laneMessages.messages().size();
            apply(laneMessages, verdicts.subList(from, to), now);
            from = to;
        }
    }

    /** Releases a batch that was not sent, for a while: what prevented it may prevent it again. */
    void notSent(InFlightBatch inFlightBatch, long now) {
        for (InFlightBatch.LaneMessages laneMessages : inFlightBatch.runs()) {
            laneMessages
                    .messages()
                    .forEach(entry -> holdUntil(now + NOT_SENT_HOLD, laneMessages.lane(), entry.message, false));
        }
        apply(inFlightBatch, Collections.nCopies(inFlightBatch.batch().size(), Verdict.RELEASE), now);
    }

    private void apply(InFlightBatch.LaneMessages laneMessages, List<Verdict> verdicts, long now) {
        Lane lane = laneMessages.lane();
        lane.answered();
        uncountedFailures.note(laneMessages, verdicts, answerEvaluator::owesAnswer);
        List<Lane.QueuedMessage> kept = new ArrayList<>();
        boolean givesWay = false;
        for (int i = 0; i < verdicts.size(); i++) {
            Lane.QueuedMessage entry = laneMessages.messages().get(i);
            switch (verdicts.get(i)) {
                case Verdict.Final verdict -> givesWay |= conclude(lane, entry.message, verdict);
                case Verdict.Narrow narrow -> {
                    entry.narrow(narrow);
                    kept.add(entry);
                }
                case Verdict.Postpone(long at) -> {
                    settle(lane, entry.message, Verdict.RELEASE);
                    givesWay |= holdUntil(at, lane, entry.message, answerEvaluator.hasFailed(entry.message));
                }
                case Verdict.MakeWay() -> {
                    settle(lane, entry.message, Verdict.RELEASE);
                    postponed.makeWay(lane.group, entry.message);
                    givesWay |= lane.group != null;
                }
                case Verdict.Wait _, Verdict.Keep _ -> {
                    if (entry.message.suspicion().isNone()) {
                        kept.add(entry);
                    } else {
                        // It is recorded as in flight, so the end of that must be recorded too.
                        givesWay |= conclude(lane, entry.message, Verdict.RELEASE);
                    }
                }
            }
        }
        lane.putBack(kept);
        if (givesWay) {
            release(lane, now);
        }
        goOn(lane, now);
    }

    /** Queues a verdict to be recorded, and returns whether the rest of the lane must be released to wait behind it. */
    private boolean conclude(Lane lane, Message message, Verdict.Final verdict) {
        settle(lane, message, verdict);
        return switch (verdict) {
            case Verdict.RetryAt(long at, String _) -> holdUntil(at, lane, message, true);
            case Verdict.Park _ -> policy.holdExhausted() && lane.group != null;
            // The messages behind a released one must not overtake it: it has not failed.
            case Verdict.Release _ -> lane.group != null;
            case Verdict.Complete _ -> false;
        };
    }

    /** @param failed whether an attempt has failed; only then is the message skipped, where failed ones are */
    private boolean holdUntil(long at, Lane lane, Message message, boolean failed) {
        if (lane.group == null || (failed && policy.ordering() == Ordering.SKIP)) {
            postponed.holdMessage(message, at);
            return false;
        }
        // The first message that failed decides when its group continues; those behind it follow.
        if (!postponed.holdsGroup(lane.group)) {
            postponed.holdGroup(lane.group, at);
        }
        return true;
    }

    /** Lets a lane do what it can do next: leave, dead-letter a message that is not sent at all, or queue to send. */
    void goOn(Lane lane, long now) {
        if (lane.isDone()) {
            leave(lane);
            return;
        }
        Lane.QueuedMessage head = lane.head();
        if (!lane.canSend() || head == null) {
            return;
        }
        if (!isOpen(lane.shard)) {
            release(lane, now);
            return;
        }
        String why = batcher.hopeless(head.message);
        if (why == null) {
            batcher.add(lane);
        } else if (conclude(lane, lane.take().message, new Verdict.Park(why))) {
            release(lane, now);
        }
    }

    private void leave(Lane lane) {
        if (lane.group != null) {
            byGroup.remove(lane.group, lane);
            releasing.ends(lane.group);
        }
        // A fetch since then has skipped later messages, because the group was held.
        boolean passedOver = lane.group != null && buffer.fetches() > lane.since;
        if (lane.mayHaveMore() || passedOver) {
            buffer.wantMore();
        }
    }

    /** Releases what is not in flight, except the source of the next probe if that is to be kept. */
    void releaseQueued(boolean keepProbes, long now) {
        List<Lane> lanes = keepProbes ? batcher.drainAllButProbes() : batcher.drain();
        lanes.forEach(lane -> release(lane, now));
    }

    private void release(Lane lane, long now) {
        giveWay(lane);
        for (Lane.QueuedMessage entry : lane.takeAll()) {
            // A message without an answer must not be the next probe again: it may be the cause.
            Circuit circuit = answerEvaluator.circuit();
            if (circuit.isOpen() && answerEvaluator.owesAnswer(entry.message)) {
                holdUntil(circuit.afterNextProbe(now), lane, entry.message, true);
            }
            settle(lane, entry.message, Verdict.RELEASE);
        }
    }

    private void settle(Lane lane, Message message, Verdict.Final verdict) {
        lane.settling();
        settler.add(lane, new Settlement(message, verdict));
        // Where failed messages are skipped, one that is put back need not concern the others.
        if (verdict instanceof Verdict.Release && policy.ordering() == Ordering.BLOCK) {
            giveWay(lane);
        }
    }

    private void giveWay(Lane lane) {
        if (lane.group != null) {
            releasing.begins(lane.group, buffer.fetches());
        }
    }

    /**
     * A write was answered, and the message is not held any more. If it is not recorded, it did not belong to this owner
     * any more.
     */
    void settled(Settler.Entry entry, boolean recorded, long now) {
        entry.lane().settled();
        if (recorded) {
            report(entry.settlement());
        } else {
            release(entry.lane(), now);
        }
        goOn(entry.lane(), now);
    }

    private void report(Settlement settlement) {
        Message message = settlement.message();
        switch (settlement.verdict()) {
            case Verdict.Complete() -> {
                forget(message);
                listener.completed(message);
            }
            case Verdict.Park(String reason) -> {
                forget(message);
                listener.parked(message, reason);
            }
            case Verdict.RetryAt(long _, String reason) -> listener.retried(message, reason);
            case Verdict.Release() -> {
                // It is known to exist, so polling need not find it.
                if (!isHeldBack(message)) {
                    outlet.wantMore();
                }
                listener.released(message);
            }
        }
    }

    private void forget(Message message) {
        answerEvaluator.settled(message);
        uncountedFailures.remove(message);
    }

    /** Whether this message is held and waits to be sent. */
    boolean queues(String id, @Nullable String group) {
        Lane lane = group == null ? null : byGroup.get(group);
        return (lane != null && lane.queues(id)) || batcher.queues(id);
    }

    /** The shards that may be sent have changed: waiting messages of the others are released. */
    void shardsChanged(long now) {
        batcher.takeAllBut(buffer.open()).forEach(lane -> release(lane, now));
    }

    /** Whether nothing may be sent: what waits is released, what is in flight may finish. */
    void halt(boolean wanted, long now) {
        halted = wanted;
        if (wanted) {
            releaseQueued(false, now);
        }
    }

    boolean isHalted() {
        return halted;
    }

    void clear() {
        byGroup.clear();
        batcher.drain();
        postponed.clear();
        releasing.clear();
        uncountedFailures.clear();
    }
}
