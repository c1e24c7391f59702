package dev.signalbox.core.delivery;

import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.sink.Sink.SinkLimits;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Queues the lanes of an outlet that can send, and makes batches of their first messages. */
final class Batcher {
    private static final long REPEATED = -1;

    private final SinkLimits limits;
    private final RetryPolicy policy;
    private final Predicate<Message> withoutItsGroup;
    private final SuspectTrial trial;
    /** Lanes that can send, by the number that they got when they were queued. */
    private final LinkedHashMap<Lane, Long> ready = new LinkedHashMap<>();
    /** Lanes whose head is a suspect: apart, because the others may have to pass them. */
    private final LinkedHashMap<Lane, Long> suspects = new LinkedHashMap<>();

    private long numbers;

    /** @param withoutItsGroup whether a message is in no request with others of its lane */
    Batcher(SinkLimits limits, RetryPolicy policy, Predicate<Message> withoutItsGroup, SuspectTrial trial) {
        this.limits = limits;
        this.policy = policy;
        this.withoutItsGroup = withoutItsGroup;
        this.trial = trial;
    }

    void add(Lane lane) {
        Message head = headOf(lane).message;
        if (!head.suspicion().isSuspect()) {
            // Also one that is in the trial: the source has recorded its answer, which cleared the suspicion, and ours
            // is on its way.
            ready.putIfAbsent(lane, numbers++);
        } else if (trial.contains(head)) {
            // Other suspects may have to wait for it.
            suspects.putFirst(lane, REPEATED);
        } else {
            suspects.putIfAbsent(lane, numbers++);
        }
    }

    boolean isEmpty() {
        return !hasOrdinary() && suspects.isEmpty();
    }

    /** Whether a message is queued that is no suspect. */
    boolean hasOrdinary() {
        return !ready.isEmpty();
    }

    /** Whether the first queued message is a suspect. */
    boolean isNextSuspect() {
        return !suspects.isEmpty()
                && (ready.isEmpty()
                        || suspects.firstEntry().getValue() < ready.firstEntry().getValue());
    }

    /** Whether a suspect is queued that was sent before and has no verdict: others may have to wait for it. */
    boolean repeatsSuspect() {
        return !suspects.isEmpty() && suspects.firstEntry().getValue() == REPEATED;
    }

    /** The suspect that is sent next. */
    Message firstSuspect() {
        return headOf(suspects.firstEntry().getKey()).message;
    }

    /** Takes a batch of nothing but suspects, as many as the trial admits, and adds them to it. */
    List<InFlightBatch.LaneMessages> nextSuspects(int atMost) {
        return next(suspects, true, atMost);
    }

    /** Takes the next batch: prefixes of as many lanes as fit together. Empty only if no ordinary lane is queued. */
    List<InFlightBatch.LaneMessages> next(int atMost) {
        return next(ready, false, atMost);
    }

    private List<InFlightBatch.LaneMessages> next(Map<Lane, Long> from, boolean ofSuspects, int atMost) {
        Filling filling = new Filling(ofSuspects, Math.min(atMost, limits.messages()), limits.bytes());
        List<InFlightBatch.LaneMessages> laneMessages = new ArrayList<>();
        // Looking further than this for lanes that fit would make a large ready set expensive.
        int looks = 2 * limits.messages();
        for (Iterator<Lane> lanes = from.keySet().iterator();
                lanes.hasNext() && !filling.isFull() && looks > 0;
                looks--) {
            Lane lane = lanes.next();
            List<Lane.QueuedMessage> run = filling.takeFrom(lane);
            if (!run.isEmpty()) {
                lanes.remove();
                lane.departed();
                laneMessages.add(new InFlightBatch.LaneMessages(lane, run));
            }
        }
        return laneMessages;
    }

    /** Whether this message waits in a lane that can send. */
    boolean queues(String id) {
        return lanes().anyMatch(lane -> lane.queues(id));
    }

    private Stream<Lane> lanes() {
        return Stream.concat(suspects.keySet().stream(), ready.keySet().stream());
    }

    /** Removes all lanes from the queue except one, and except those that may have to wait for their turn. */
    List<Lane> drainAllButProbes() {
        return take(ready.keySet().stream().skip(1));
    }

    /** Removes all lanes from the queue. */
    List<Lane> drain() {
        return take(lanes());
    }

    /** Removes the lanes of other shards than these from the queue. */
    List<Lane> takeAllBut(Shards shards) {
        return take(lanes().filter(lane -> !shards.contains(lane.shard)));
    }

    private List<Lane> take(Stream<Lane> which) {
        List<Lane> lanes = which.toList();
        lanes.forEach(suspects::remove);
        lanes.forEach(ready::remove);
        return lanes;
    }

    /** Why this message is not sent at all, or null if it is. */
    @Nullable
    String hopeless(Message message) {
        if (message.payload().isLeftBehind()) {
            return message.payload().reasonLeftBehind();
        }
        if (policy.hasKilledTooOften(message)) {
            return "the process ended " + message.suspicion().crashes() + " times while sending this message alone";
        }
        return null;
    }

    private static Lane.QueuedMessage headOf(Lane lane) {
        Lane.QueuedMessage head = lane.head();
        if (head == null) {
            throw new IllegalStateException("a lane without messages is queued to send");
        }
        return head;
    }

    /** A batch being filled: each message may lower how many may share it. */
    private final class Filling {
        private final boolean ofSuspects;

        private int company;
        private long maxBytes;
        private int count;
        private long bytes;

        Filling(boolean ofSuspects, int company, long maxBytes) {
            this.ofSuspects = ofSuspects;
            this.company = company;
            this.maxBytes = maxBytes;
        }

        boolean isFull() {
            return count >= company || bytes >= maxBytes;
        }

        List<Lane.QueuedMessage> takeFrom(Lane lane) {
            List<Lane.QueuedMessage> run = new ArrayList<>();
            boolean complete = false;
            for (Lane.QueuedMessage head = lane.head(); !complete && head != null && fits(head); head = lane.head()) {
                complete = withoutItsGroup.test(head.message);
                if (complete && !run.isEmpty()) {
                    break;
                }
                run.add(lane.take());
                if (ofSuspects) {
                    trial.departs(head.message);
                }
                count++;
                bytes += limits.sizeOf().applyAsLong(head.message);
                company = Math.min(company, head.company);
                maxBytes = Math.min(maxBytes, head.bytes);
            }
            return run;
        }

        private boolean fits(Lane.QueuedMessage head) {
            if (hopeless(head.message) != null || !isAdmitted(head.message)) {
                return false;
            }
            return count == 0 || (count < Math.min(company, head.company) && hasRoom(head));
        }

        private boolean hasRoom(Lane.QueuedMessage head) {
            return bytes + limits.sizeOf().applyAsLong(head.message) <= Math.min(maxBytes, head.bytes);
        }

        private boolean isAdmitted(Message message) {
            return message.suspicion().isSuspect() ? ofSuspects && trial.admits(message) : !ofSuspects;
        }
    }
}
