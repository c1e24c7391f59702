package dev.signalbox.core.delivery;

import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.sink.SinkLimits;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Lanes that can send, each in its turn, and the batches made of their heads. */
final class Batcher {
    private final SinkLimits limits;
    private final RetryPolicy policy;
    private final boolean oneOfALane;
    private final LinkedHashSet<Lane> ready = new LinkedHashSet<>();

    /** @param oneOfALane whether nothing of a lane may go before the message ahead of it is settled, not even with it */
    Batcher(SinkLimits limits, RetryPolicy policy, boolean oneOfALane) {
        this.limits = limits;
        this.policy = policy;
        this.oneOfALane = oneOfALane;
    }

    void add(Lane lane) {
        ready.add(lane);
    }

    boolean isEmpty() {
        return ready.isEmpty();
    }

    /** Whether the next batch may only go while nothing else is in flight. */
    boolean isNextExclusive() {
        return !ready.isEmpty() && RetryPolicy.goesExclusively(headOf(ready.getFirst()).message);
    }

    /** Takes the next batch: runs of as many lanes as fit together. Empty only if no lane can send. */
    List<Flight.Run> next(int atMost) {
        Filling filling = new Filling(Math.min(atMost, limits.messages()), limits.bytes());
        List<Flight.Run> runs = new ArrayList<>();
        // Looking further than this for lanes that fit would make a large ready set expensive.
        int looks = 2 * limits.messages();
        for (Iterator<Lane> lanes = ready.iterator(); lanes.hasNext() && !filling.isFull() && looks > 0; looks--) {
            Lane lane = lanes.next();
            List<Lane.Held> run = filling.takeFrom(lane);
            if (!run.isEmpty()) {
                lanes.remove();
                lane.departed();
                runs.add(new Flight.Run(lane, run));
            }
        }
        return runs;
    }

    /** Whether this message waits in a lane that can send. */
    boolean queues(String id) {
        return ready.stream().anyMatch(lane -> lane.queues(id));
    }

    /** Takes the lanes out of the queue, all but the first few. */
    List<Lane> drain(int keep) {
        List<Lane> lanes = ready.stream().skip(keep).toList();
        lanes.forEach(ready::remove);
        return lanes;
    }

    /** Takes the lanes of other shards than these out of the queue. */
    List<Lane> takeAllBut(Shards shards) {
        List<Lane> lanes =
                ready.stream().filter(lane -> !shards.contains(lane.shard)).toList();
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

    private static Lane.Held headOf(Lane lane) {
        Lane.Held head = lane.head();
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

        List<Lane.Held> takeFrom(Lane lane) {
            List<Lane.Held> run = new ArrayList<>();
            for (Lane.Held head = lane.head(); head != null && fits(head); head = lane.head()) {
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

        private boolean fits(Lane.Held head) {
            if (hopeless(head.message) != null) {
                return false;
            }
            boolean enoughRoom = bytes + head.message.size() <= Math.min(maxBytes, head.bytes);
            return count == 0 || (count < Math.min(company, head.company) && enoughRoom);
        }
    }
}
