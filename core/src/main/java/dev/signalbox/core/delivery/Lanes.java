package dev.signalbox.core.delivery;

import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.outcome.Settlement;
import dev.signalbox.core.outcome.Verdict;
import dev.signalbox.core.source.ClaimSource.ClaimResult;
import dev.signalbox.core.source.ClaimSource.SettleResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * All held messages, by lane, from their claim until the source has recorded their verdict.
 *
 * <p>With {@link Ordering#BLOCK} a failure releases the whole lane: the failed message and those behind it are back in
 * the source, in order, and the group is held until its next attempt.
 */
final class Lanes {
    private static final int LARGEST_WRITE = 500;
    private static final long NOT_SENT_HOLD = Duration.ofSeconds(1).toNanos();

    private final DispatcherSettings settings;
    private final AnswerEvaluator answerEvaluator;
    private final DispatcherListener listener;
    private final Duration unansweredHold;
    private final Batcher batcher;
    private final Settler settler;
    private final PostponedMessages postponed = new PostponedMessages();
    private final GroupsBeingReleased releasing = new GroupsBeingReleased();
    private final UncountedFailures uncountedFailures = new UncountedFailures();
    private final Map<String, Lane> byGroup = new HashMap<>();

    /** The shards whose messages may be sent; messages of other shards are released. */
    private Shards open = Shards.NONE;

    private final int[] heldOf = new int[Shards.COUNT];
    private Shards busy = Shards.NONE;
    private boolean wantsMore;
    private long fetches;
    private int held;
    private long heldBytes;

    /** @param unansweredHold how long a message without an answer stays away when it is released during an outage */
    Lanes(
            DispatcherSettings settings,
            AnswerEvaluator answerEvaluator,
            DispatcherListener dispatcherListener,
            SuspectTrial trial,
            Duration unansweredHold) {
        this.settings = settings;
        this.answerEvaluator = answerEvaluator;
        this.listener = dispatcherListener;
        this.unansweredHold = unansweredHold;
        this.settler = new Settler(Math.clamp(settings.buffer().messages() / 2, 1, LARGEST_WRITE));
        this.batcher = new Batcher(settings.sink(), settings.retry(), this::goesWithoutItsGroup, trial);
    }

    /**
     * Whether no other message of its lane may be in its request. A message that failed may fail again, and a destination
     * that decides item by item would accept those behind it.
     */
    private boolean goesWithoutItsGroup(Message message) {
        boolean failed = message.attempts() > 0 || uncountedFailures.contains(message);
        return settings.holdExhausted()
                || settings.sink().withoutItsGroup().test(message)
                || (failed && settings.ordering() == Ordering.BLOCK);
    }

    Batcher batcher() {
        return batcher;
    }

    Settler settler() {
        return settler;
    }

    PostponedMessages postponed() {
        return postponed;
    }

    int held() {
        return held;
    }

    long heldBytes() {
        return heldBytes;
    }

    /** Whether, since the last call, a lane ran empty that the source may have more of, or a message was released. */
    boolean wantsMore() {
        boolean wanted = wantsMore;
        wantsMore = false;
        return wanted;
    }

    void fetchStarts() {
        fetches++;
        releasing.fetchStarts();
    }

    /** Groups that must not be fetched now. */
    Set<String> groupsNotToFetch() {
        return releasing.with(postponed.groups());
    }

    void arrive(ClaimResult claimResult, int perGroup, long now) {
        List<Lane> touched = new ArrayList<>();
        for (Message message : claimResult.messages()) {
            hold(message);
            Lane lane = laneOf(message);
            if (!open.contains(message.shard()) || isHeldBack(message) || isOvertaking(lane)) {
                settle(lane, message, Verdict.RELEASE);
                continue;
            }
            lane.add(new Lane.QueuedMessage(message, settings.retry().goesAlone(message) ? 1 : Integer.MAX_VALUE));
            int count = lane.arrived(fetches);
            if (count == 1) {
                touched.add(lane);
            }
            if (lane.group != null && (count == 1 || count == perGroup)) {
                lane.mayHaveMore(count >= perGroup || claimResult.moreOf().contains(lane.group));
            }
        }
        touched.forEach(lane -> goOn(lane, now));
    }

    private Lane laneOf(Message message) {
        if (message.group() == null || settings.ordering() == Ordering.NONE) {
            return new Lane(null, message.shard(), fetches);
        }
        Lane known = byGroup.get(message.group());
        if (known != null) {
            return known;
        }
        Lane lane = new Lane(message.group(), message.shard(), fetches);
        byGroup.put(message.group(), lane);
        return lane;
    }

    /** The fetch may have been under way when the group or message began to wait. */
    private boolean isHeldBack(Message message) {
        boolean groupWaits = message.group() != null && postponed.holdsGroup(message.group());
        return groupWaits || postponed.holdsMessage(message.id());
    }

    private boolean isOvertaking(Lane lane) {
        return lane.group != null && releasing.concerns(lane.group);
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
                    .forEach(entry -> holdUntil(now + NOT_SENT_HOLD, laneMessages.lane(), entry.message));
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
                    givesWay |= holdUntil(at, lane, entry.message);
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
            case Verdict.RetryAt(long at, String _) -> holdUntil(at, lane, message);
            case Verdict.Park _ -> settings.holdExhausted() && lane.group != null;
            // The messages behind a released one must not overtake it.
            case Verdict.Release _ -> lane.group != null && settings.ordering() == Ordering.BLOCK;
            case Verdict.Complete _ -> false;
        };
    }

    private boolean holdUntil(long at, Lane lane, Message message) {
        if (lane.group == null || settings.ordering() == Ordering.SKIP) {
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
    private void goOn(Lane lane, long now) {
        if (lane.isDone()) {
            leave(lane);
            return;
        }
        Lane.QueuedMessage head = lane.head();
        if (!lane.canSend() || head == null) {
            return;
        }
        if (!open.contains(lane.shard)) {
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
        boolean passedOver = lane.group != null && fetches > lane.since;
        wantsMore |= lane.mayHaveMore() || passedOver;
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
            if (answerEvaluator.circuit().isOpen() && answerEvaluator.owesAnswer(entry.message)) {
                holdUntil(now + unansweredHold.toNanos(), lane, entry.message);
            }
            settle(lane, entry.message, Verdict.RELEASE);
        }
    }

    private void settle(Lane lane, Message message, Verdict.Final verdict) {
        lane.settling();
        settler.add(lane, new Settlement(message, verdict));
        if (verdict instanceof Verdict.Release) {
            giveWay(lane);
        }
    }

    private void giveWay(Lane lane) {
        if (lane.group != null && settings.ordering() == Ordering.BLOCK) {
            releasing.begins(lane.group);
        }
    }

    /** A write was answered. A message that is neither recorded nor busy did not belong to this owner any more. */
    void settled(long number, SettleResult settleResult, long now) {
        int lost = 0;
        for (Settler.Entry entry : settler.written(number)) {
            Message message = entry.settlement().message();
            if (settleResult.busy().contains(message.id())) {
                settler.postpone(entry, now);
                continue;
            }
            letGo(message);
            entry.lane().settled();
            if (settleResult.recorded().contains(message.id())) {
                report(entry.settlement());
            } else {
                lost++;
                release(entry.lane(), now);
            }
            goOn(entry.lane(), now);
        }
        if (lost > 0) {
            listener.claimsLost(lost);
        }
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
                wantsMore |= !isHeldBack(message);
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

    /** From now on only messages of these shards may be sent: waiting messages of the others are released. */
    void open(Shards shards, long now) {
        open = shards;
        batcher.takeAllBut(shards).forEach(lane -> release(lane, now));
    }

    /** The shards of the held messages. */
    Shards busy() {
        return busy;
    }

    private void hold(Message message) {
        held++;
        heldBytes += message.heldBytes();
        if (heldOf[message.shard()]++ == 0) {
            busy = busy.plus(Shards.of(message.shard()));
        }
    }

    private void letGo(Message message) {
        held--;
        heldBytes -= message.heldBytes();
        if (--heldOf[message.shard()] == 0) {
            busy = busy.minus(Shards.of(message.shard()));
        }
    }

    void clear() {
        byGroup.clear();
        batcher.drain();
        settler.clear();
        postponed.clear();
        releasing.clear();
        uncountedFailures.clear();
        held = 0;
        heldBytes = 0;
        Arrays.fill(heldOf, 0);
        busy = Shards.NONE;
    }
}
