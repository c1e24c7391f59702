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
 * What an owner knows of deliveries since it opened the progress: what it has in hand, and what was delivered that the
 * database may not have as done. Does no I/O. Claims, verdicts and deliveries come from different threads.
 */
final class DeliveryTracker {
    /** What is to be done with a message. */
    enum DeliveryState {
        TO_BE_SENT,
        DELIVERED,
        /** Nobody knows what has become of it since: it was claimed before the progress was opened, or is settled. */
        NOT_IN_FLIGHT
    }

    private final Incarnation owner;
    private final OpenResult.Opened opened;
    /** What was claimed and is not settled, by position, with the number of its claim. */
    private final Map<Long, Long> inFlight = new HashMap<>();

    private final Map<Long, CheckpointedEvent> delivered = new TreeMap<>();
    /** Of a transaction whose end is not known. */
    private final Map<Long, CheckpointedEvent> doubtful = new HashMap<>();

    private boolean read;
    private boolean current;

    DeliveryTracker(Incarnation owner, OpenResult.Opened opened) {
        this.owner = owner;
        this.opened = opened;
    }

    Incarnation owner() {
        return owner;
    }

    /** Whether it says all that the destination's note does, and nobody else can write one. */
    synchronized boolean isCurrent() {
        return current;
    }

    /** Whether the pair has recorded something before: then it may have had a note too. */
    boolean hasHistory() {
        return opened.revision() > 0;
    }

    /**
     * Takes in the note that was found after everybody else was shut out.
     *
     * <p>The first one tells what earlier owners have delivered. A later one tells what has become of doubtful events; whatever
     * else it has and the book has not was settled since it was written.
     */
    synchronized void read(Checkpoint note) {
        boolean counts = note.generation() == opened.generation();
        for (CheckpointedEvent event : counts ? note.events() : List.<CheckpointedEvent>of()) {
            boolean news = read ? event.equals(doubtful.get(event.position())) : !event.isDoneIn(opened);
            if (news) {
                delivered.put(event.position(), event);
            }
        }
        doubtful.clear();
        read = true;
        current = true;
    }

    /** There is no note. */
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

    /** The note for a transaction with these messages. */
    synchronized Checkpoint checkpointWith(Collection<Message> messages) {
        Map<Long, CheckpointedEvent> all = new TreeMap<>(delivered);
        messages.forEach(message -> put(all, message));
        return new Checkpoint(opened.generation(), new ArrayList<>(all.values()));
    }

    /** They are in a transaction that was committed. */
    synchronized void delivered(Collection<Message> messages) {
        messages.forEach(message -> put(delivered, message));
    }

    /** They are in a transaction whose end is not known: the note has to be read before anything else is sent. */
    synchronized void doubt(Collection<Message> messages) {
        messages.forEach(message -> put(doubtful, message));
        current = false;
    }

    private static void put(Map<Long, CheckpointedEvent> events, Message message) {
        CheckpointedEvent event = CheckpointedEvent.of(message);
        events.put(event.position(), event);
    }

    /** The database has recorded these verdicts. Of what was given back it does not know whether it was delivered. */
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
