package dev.signalbox.testkit.sim;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.delivery.DispatcherStatus;
import dev.signalbox.core.delivery.Ordering;
import dev.signalbox.core.message.Message;
import dev.signalbox.testkit.memory.InMemoryDatabase;
import dev.signalbox.testkit.memory.InMemoryOutboxRow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Sees every event of the simulation and checks the promises. Looks at what happened, never at how it was decided. */
final class DeliveryOracle {
    /** The bound while no fault is injected; a relay that has just started may have to wait for its lease first. */
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(5);

    /** What is known about one message. */
    private static final class MessageHistory {
        int index;
        String group = "";
        boolean grouped;
        long outlet;
        long committedAt;
        long firstArrival = -1;
        long concludedAt = -1;
        boolean excused;
        int refusals;
        int silences;
        boolean refusedAlone;
        int crashesAlone;
        boolean isPoison;
        int kills;
        int mostHeld;

        /** How many attempts may count: a first missing answer may be an outage. */
        int failures() {
            return refusals + Math.max(0, silences - 1);
        }
    }

    private final VirtualTime time;
    private final SimulationPlan plan;
    private final InMemoryDatabase database;
    private final Map<String, MessageHistory> messageHistories = new LinkedHashMap<>();
    private final Map<Integer, Set<String>> unsettledBy = new HashMap<>();
    private final Map<Integer, String> markedBy = new HashMap<>();
    private final Map<Integer, Long> disturbedUntil = new HashMap<>();
    private final List<String> violations = new ArrayList<>();
    private final OutletOracle outletOracle;
    private int duplicates;

    DeliveryOracle(VirtualTime time, SimulationPlan plan, InMemoryDatabase database) {
        this.time = time;
        this.plan = plan;
        this.database = database;
        this.outletOracle = new OutletOracle(time, plan, this::violate);
    }

    void committed(InMemoryOutboxRow row, int index) {
        MessageHistory it = new MessageHistory();
        it.index = index;
        it.committedAt = time.now();
        it.grouped = row.group != null;
        it.outlet = row.outlet;
        it.group = plan.outlets == null ? String.valueOf(row.group) : row.outlet + "/" + row.group;
        it.isPoison = plan.poison.contains(index);
        messageHistories.put(row.id, it);
    }

    private MessageHistory caseOf(String id) {
        MessageHistory it = messageHistories.get(id);
        if (it == null) {
            violate("P1", "message " + id + " was sent but never committed");
            it = new MessageHistory();
            messageHistories.put(id, it);
        }
        return it;
    }

    /** A node got messages from the source. */
    void fetched(int node, List<Message> messages) {
        if (plan.outlets != null) {
            messages.forEach(message -> outletOracle.fetched(node, message.outlet()));
        }
    }

    void sendStarts(int node, Incarnation owner, List<Message> batch) {
        if (!database.isLive(owner)) {
            violate("P4", "node " + node + " began to send " + ids(batch) + " after it had been fenced");
        }
        for (Message message : batch) {
            if (!owner.equals(database.ownerOf(SimNode.RELAY, message.shard()))) {
                violate("P2", "node " + node + " began to send " + message.id() + " of a shard that is not its own");
            }
        }
        if (plan.outlets != null) {
            outletOracle.sendStarts(node, batch.getFirst().outlet());
        }
        Set<String> unsettled = unsettledBy.computeIfAbsent(node, _ -> new HashSet<>());
        batch.forEach(message -> unsettled.add(message.id()));
        if (time.now() < disturbedUntil.getOrDefault(node, 0L)) {
            excuse(batch);
        }
    }

    void sendEnds(int node, List<Message> batch) {
        if (plan.outlets != null) {
            outletOracle.sendEnds(node, batch.getFirst().outlet());
        }
    }

    /** The node lost its memory. */
    void died(int node) {
        outletOracle.died(node);
    }

    /** A fault hits this node until then: messages that it has not settled, or sends meanwhile, may be sent again. */
    void disturbed(int node, long until) {
        disturbedUntil.merge(node, until, Math::max);
        Set<String> unsettled = unsettledBy.getOrDefault(node, Set.of());
        unsettled.forEach(id -> caseOf(id).excused = true);
        String alone = markedBy.get(node);
        if (alone != null) {
            caseOf(alone).crashesAlone++;
        }
    }

    void excuse(List<Message> batch) {
        batch.forEach(message -> caseOf(message.id()).excused = true);
    }

    /** A suspect is recorded as the only message in flight: a crash of the node now counts against it. */
    void markedAlone(int node, String id, boolean stillAlive) {
        markedBy.put(node, id);
        if (!stillAlive || time.now() < disturbedUntil.getOrDefault(node, 0L)) {
            caseOf(id).crashesAlone++;
        }
    }

    /** It is recorded that others may be in flight besides this message: a crash of the node does not count any more. */
    void aloneEnded(int node, String id) {
        markedBy.remove(node, id);
    }

    /** This message ends a process that holds so many. */
    void killed(Message killer, int held) {
        MessageHistory it = caseOf(killer.id());
        it.kills++;
        it.mostHeld = Math.max(it.mostHeld, held);
        // Two until it is a suspect, then each halves the suspects.
        int halvings = Integer.SIZE - Integer.numberOfLeadingZeros(it.mostHeld - 1);
        if (it.kills > plan.maxRetries + 2 + halvings) {
            violate(
                    "P5",
                    "message " + killer.id() + " ended " + it.kills + " processes, which held up to " + it.mostHeld);
        }
    }

    /** The receiver accepted a message of this batch; messages of one batch are ordered by their place in it. */
    void arrived(Message message, List<Message> batch) {
        MessageHistory it = caseOf(message.id());
        if (it.firstArrival < 0) {
            it.firstArrival = time.now();
            checkWait(message, it);
            checkPredecessors(message.id(), it, batch);
        } else {
            duplicates++;
            if (!it.excused) {
                violate("P3", "message " + message.id() + " arrived twice although nothing had happened to it");
            }
        }
    }

    /** Without faults no message waits long, however busy another group is. */
    private void checkWait(Message message, MessageHistory it) {
        boolean applies = plan.outlets == null || plan.outlets.isHealthy(it.outlet);
        // A shard that moves to another node waits for the requests to dead outlets that are in flight.
        Duration most = plan.outlets == null ? LONGEST_WAIT : LONGEST_WAIT.plus(SimCommandRunner.REQUEST_TIMEOUT);
        if (applies && plan.isUndisturbed() && it.firstArrival - it.committedAt > most.toNanos()) {
            violate("P7", "message " + message.id() + " of group " + it.group + " waited longer than " + most);
        }
    }

    private void checkPredecessors(String id, MessageHistory it, List<Message> batch) {
        if (!it.grouped || plan.ordering(it.outlet) != Ordering.BLOCK) {
            return;
        }
        // A message that failed before must not share a request with those behind it: it may fail again.
        Set<String> together = new HashSet<>();
        batch.stream().filter(message -> message.attempts() == 0).forEach(message -> together.add(message.id()));
        for (Map.Entry<String, MessageHistory> other : messageHistories.entrySet()) {
            MessageHistory earlier = other.getValue();
            boolean precedes = earlier.grouped && earlier.group.equals(it.group) && earlier.index < it.index;
            boolean known = earlier.firstArrival >= 0 || earlier.concludedAt >= 0 || together.contains(other.getKey());
            if (precedes && !known) {
                violate("P2", "message " + id + " arrived before " + other.getKey() + " of its group " + it.group);
            }
        }
    }

    void refused(List<Message> batch) {
        batch.forEach(message -> failed(message, batch).refusals++);
    }

    void unanswered(List<Message> batch) {
        batch.forEach(message -> failed(message, batch).silences++);
    }

    private MessageHistory failed(Message message, List<Message> batch) {
        MessageHistory it = caseOf(message.id());
        it.refusedAlone = batch.size() == 1;
        return it;
    }

    void settled(int node, Incarnation owner, Set<String> recorded, boolean wasLive) {
        if (!wasLive && !recorded.isEmpty()) {
            violate("P4", "the fenced owner " + owner + " settled " + recorded);
        }
        for (String id : recorded) {
            unsettledBy.getOrDefault(node, new HashSet<>()).remove(id);
            markedBy.remove(node, id);
            outletOracle.settled(node, caseOf(id).outlet);
            InMemoryOutboxRow row = database.row(id);
            if (row != null && row.isConcluded() && caseOf(id).concludedAt < 0) {
                caseOf(id).concludedAt = time.now();
            }
        }
    }

    void looked(int node, DispatcherStatus status) {
        if (status.held() > plan.bufferSize) {
            violate("P6", "node " + node + " holds " + status.held() + " messages, more than " + plan.bufferSize);
        }
        if (status.requests() > plan.maxRequests) {
            violate("P6", "node " + node + " has " + status.requests() + " requests in flight");
        }
    }

    /** Checks how everything ended, after enough time. */
    void finish() {
        for (InMemoryOutboxRow row : database.rows()) {
            MessageHistory it = caseOf(row.id);
            String message = "message " + row.id + " of group " + it.group;
            switch (row.status()) {
                case COMPLETED -> {
                    if (it.firstArrival < 0) {
                        violate("P1", message + " is COMPLETED and never arrived");
                    }
                }
                case FAILED -> checkFailed(row, it, message);
                case PENDING, PROCESSING -> violate("P1", message + " is still " + row.status() + ": " + row.error());
            }
            if (row.retryCount() > it.failures() + it.crashesAlone) {
                violate(
                        "P5",
                        message + " counts " + row.retryCount() + " attempts, but was refused " + it.refusals
                                + " times, and not answered " + it.silences + " times");
            }
        }
        if (plan.isCalm() && plan.liar == 0 && plan.restarts == 0 && duplicates > 0) {
            violate("P3", duplicates + " duplicates in calm weather");
        }
    }

    private void checkFailed(InMemoryOutboxRow row, MessageHistory it, String message) {
        boolean guilty = it.isPoison || it.crashesAlone > plan.maxRetries;
        boolean exhausted = it.failures() + it.crashesAlone > plan.maxRetries && it.refusedAlone;
        if (!guilty && !exhausted) {
            violate("P5", message + " was dead-lettered without fault: " + row.error());
        }
        if (row.error() == null || row.error().isBlank()) {
            violate("P1", message + " was dead-lettered without a reason");
        }
    }

    void violate(String promise, String what) {
        if (violations.size() < 20) {
            violations.add("%s at %.3f s: %s".formatted(promise, time.now() / 1e9, what));
        }
    }

    private static String ids(List<Message> batch) {
        return batch.stream().map(Message::id).toList().toString();
    }

    List<String> violations() {
        return violations;
    }

    /** Ids of messages that a crash of a node counts against. */
    List<String> blamed() {
        return messageHistories.entrySet().stream()
                .filter(it -> it.getValue().crashesAlone > 0)
                .map(Map.Entry::getKey)
                .toList();
    }

    boolean isAllConcluded() {
        return database.rows().stream().allMatch(InMemoryOutboxRow::isConcluded);
    }
}
