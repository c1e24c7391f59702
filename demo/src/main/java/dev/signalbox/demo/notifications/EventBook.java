package dev.signalbox.demo.notifications;

import dev.signalbox.demo.examples.Arrivals;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What has come by in RabbitMQ: each event by its id, and how far each reservation was told of in each queue. */
final class EventBook {
    private static final List<String> STEPS =
            List.of("RESERVATION_REQUESTED", "RESERVATION_CONFIRMED", "RESERVATION_CANCELLED");

    private final Set<String> arrived = new HashSet<>();
    private final Map<Lane, Integer> last = new HashMap<>();
    private long messages;
    private long violations;

    /** The events of a reservation in a queue, which have an order; queues have none among each other. */
    private record Lane(String queue, long reservation) {}

    /**
     * Takes a message down.
     *
     * @param reservation whose event it is; anything if it is of none
     */
    synchronized void note(String queue, String id, String type, long reservation) {
        messages++;
        int step = STEPS.indexOf(type);
        if (arrived.add(id) && step >= 0 && last.merge(new Lane(queue, reservation), step, Math::max) > step) {
            violations++;
        }
    }

    synchronized Arrivals totals() {
        return new Arrivals(arrived.size(), messages - arrived.size(), violations);
    }

    /** The ids of the events that have come. */
    synchronized Set<String> arrived() {
        return new HashSet<>(arrived);
    }
}
