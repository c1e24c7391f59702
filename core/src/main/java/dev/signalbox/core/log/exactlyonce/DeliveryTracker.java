package dev.signalbox.core.log.exactlyonce;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.log.OpenResult;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.outcome.Settlement;
import dev.signalbox.core.outcome.Verdict;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The deliveries of an owner since it opened the progress: events in flight, and delivered events that the database may
 * not have recorded as done. Does no I/O. Claims, verdicts and deliveries come from different threads.
 */
final class DeliveryTracker {
    /** What to do with a message. */
    enum DeliveryState {
        TO_BE_SENT,
        DELIVERED,
        /** Its state is unknown: it was claimed before the progress was opened, or is settled. */
        NOT_IN_FLIGHT
    }

    private final Incarnation owner;
    private final OpenResult.Opened opened;
    /** Claimed and unsettled events by position, with the number of their claim. */
    private final Map<Long, Long> inFlight = new HashMap<>();

    private final Map<Long, CheckpointedEvent> delivered = new TreeMap<>();
    /** Events of a transaction whose end is unknown. */
    private final Map<Long, CheckpointedEvent> uncertain = new HashMap<>();

    private boolean read;
    private boolean current;

    DeliveryTracker(Incarnation owner, OpenResult.Opened opened) {
        this.owner = owner;
        this.opened = opened;
    }

    Incarnation owner() {
        return owner;
    }

    /** Whether it includes the destination's checkpoint, and no other owner can write one. */
    synchronized boolean isCurrent() {
        return current;
    }

    /** Whether the feed has recorded progress before: then it may have a checkpoint too. */
    boolean hasHistory() {
        return opened.revision() > 0;
    }

    /**
     * Takes in the checkpoint that was read after all other producers were fenced.
     *
     * <p>The first one contains what earlier owners have delivered. A later one decides about the uncertain events; its
     * other events that the tracker does not have were settled since it was written.
     */
    synchronized void read(Checkpoint checkpoint) {
        boolean counts = checkpoint.generation() == opened.generation();
        for (CheckpointedEvent event : counts ? checkpoint.events() : List.<CheckpointedEvent>of()) {
            boolean news = read ? event.equals(uncertain.get(event.position())) : !event.isDoneIn(opened);
            if (news) {
                delivered.put(event.position(), event);
            }
        }
        uncertain.clear();
        read = true;
        current = true;
    }

    /** There is no checkpoint. */
    synchronized void readNothing() {
        read(new Checkpoint(opened.generation(), List.of()));
    }

    synchronized void claimed(Incarnation claimant, List<Message> messages) {
        if (claimant.equals(owner)) {
            for (Message message : messages) {
                inFlight.put(
                        CheckpointedEvent.eventOf(message).position(),
                        message.claim().number());
            }
        }
    }

    synchronized DeliveryState of(Message message) {
        CheckpointedEvent event = CheckpointedEvent.of(message);
        Long claim = inFlight.get(event.position());
        if (claim == null || claim != message.claim().number()) {
            return DeliveryState.NOT_IN_FLIGHT;
        }
        return event.equals(delivered.get(event.position())) ? DeliveryState.DELIVERED : DeliveryState.TO_BE_SENT;
    }

    /** The checkpoint for a transaction with these messages. */
    synchronized Checkpoint checkpointWith(Collection<Message> messages) {
        Map<Long, CheckpointedEvent> all = new TreeMap<>(delivered);
        messages.forEach(message -> put(all, message));
        return new Checkpoint(opened.generation(), new ArrayList<>(all.values()));
    }

    /** They are in a committed transaction. */
    synchronized void delivered(Collection<Message> messages) {
        messages.forEach(message -> put(delivered, message));
    }

    /** They are in a transaction whose end is unknown: the checkpoint must be read before anything else is sent. */
    synchronized void markUncertain(Collection<Message> messages) {
        messages.forEach(message -> put(uncertain, message));
        current = false;
    }

    private static void put(Map<Long, CheckpointedEvent> events, Message message) {
        CheckpointedEvent event = CheckpointedEvent.of(message);
        events.put(event.position(), event);
    }

    /** The database has recorded these verdicts. It does not know whether released events were delivered. */
    synchronized void settled(Incarnation settler, List<Settlement> settlements, Set<String> recorded) {
        if (!settler.equals(owner)) {
            return;
        }
        for (Settlement settlement : settlements) {
            Message message = settlement.message();
            long position = CheckpointedEvent.eventOf(message).position();
            if (recorded.contains(message.id())
                    && inFlight.remove(position, message.claim().number())) {
                boolean done = settlement.verdict() instanceof Verdict.Complete
                        || settlement.verdict() instanceof Verdict.Park;
                if (done) {
                    delivered.remove(position);
                }
            }
        }
    }
}
