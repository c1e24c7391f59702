package dev.signalbox.core.delivery;

import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.sink.Sink.SinkLimits;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Queues the lanes that can send, and makes batches of their first messages. */
final class Batcher {
    private final SinkLimits limits;
    private final RetryPolicy policy;
    private final boolean oneOfALane;
    /** Lanes that can send, by the number that they got when they were queued. */
    private final LinkedHashMap<Lane, Long> ready = new LinkedHashMap<>();
    /** Lanes whose head must be alone in flight: apart, because the others may have to pass them. */
    private final LinkedHashMap<Lane, Long> exclusive = new LinkedHashMap<>();

    private long numbers;

    /** @param oneOfALane whether a message of a lane is sent only after the one ahead is settled */
    Batcher(SinkLimits limits, RetryPolicy policy, boolean oneOfALane) {
        this.limits = limits;
        this.policy = policy;
        this.oneOfALane = oneOfALane;
    }

    void add(Lane lane) {
        boolean goesExclusively = RetryPolicy.goesExclusively(headOf(lane).message);
        (goesExclusively ? exclusive : ready).putIfAbsent(lane, numbers++);
    }

    boolean isEmpty() {
        return !hasOrdinary() && exclusive.isEmpty();
    }

    /** Whether a message is queued that may share the relay with others in flight. */
    boolean hasOrdinary() {
        return !ready.isEmpty();
    }

    /** Whether the first queued message may only be sent while nothing else is in flight. */
    boolean isNextExclusive() {
        return !exclusive.isEmpty()
                && (ready.isEmpty()
                        || exclusive.firstEntry().getValue()
                                < ready.firstEntry().getValue());
    }

    /** Takes the message that is sent while nothing else is in flight. */
    List<InFlightBatch.LaneMessages> nextExclusive() {
        return next(exclusive, 1);
    }

    /** Takes the next batch: prefixes of as many lanes as fit together. Empty only if no ordinary lane is queued. */
    List<InFlightBatch.LaneMessages> next(int atMost) {
        return next(ready, atMost);
    }

    private List<InFlightBatch.LaneMessages> next(Map<Lane, Long> from, int atMost) {
        Filling filling = new Filling(Math.min(atMost, limits.messages()), limits.bytes());
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
        return Stream.concat(exclusive.keySet().stream(), ready.keySet().stream());
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
        lanes.forEach(exclusive::remove);
        lanes.forEach(ready::remove);
        return lanes;
    }

    /** Why this message is not sent at all, or null if it is. */
    @Nullable
    String hopeless(Message message) {
        if (message.payload().isLeftBehind()) {
            return "the payload of " + message.size() + " bytes is larger than this relay may hold";
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
        private int company;
        private long maxBytes;
        private int count;
        private long bytes;

        Filling(int company, long maxBytes) {
            this.company = company;
            this.maxBytes = maxBytes;
        }

        boolean isFull() {
            return count >= company || bytes >= maxBytes;
        }

        List<Lane.QueuedMessage> takeFrom(Lane lane) {
            List<Lane.QueuedMessage> run = new ArrayList<>();
            for (Lane.QueuedMessage head = lane.head(); head != null && fits(head); head = lane.head()) {
                run.add(lane.take());
                count++;
                bytes += head.message.size();
                company = Math.min(company, head.company);
                maxBytes = Math.min(maxBytes, head.bytes);
                if (oneOfALane) {
                    break;
                }
            }
            return run;
        }

        private boolean fits(Lane.QueuedMessage head) {
            if (hopeless(head.message) != null) {
                return false;
            }
            boolean enoughRoom = bytes + head.message.size() <= Math.min(maxBytes, head.bytes);
            return count == 0 || (count < Math.min(company, head.company) && enoughRoom);
        }
    }
}
