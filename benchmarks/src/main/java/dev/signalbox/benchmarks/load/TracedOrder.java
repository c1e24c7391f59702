package dev.signalbox.benchmarks.load;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One order: which of its requests were accepted, and which of its events arrived. Every status publishes one event. One
 * thread reports requests, another one events in the order of their partitions.
 */
final class TracedOrder {
    static final String CREATED = "PENDING";

    private final List<String> accepted = new ArrayList<>(3);
    private final List<Arrival> arrivals = new ArrayList<>(3);
    private @Nullable String uncertain;

    private record Arrival(long time, String status) {}

    /** The statuses of an order: of ten orders, four are completed and two cancelled. */
    static List<String> statuses(int number) {
        return switch (number % 10) {
            case 0, 1, 2, 3 -> List.of(CREATED, "PROCESSING", "COMPLETED");
            case 4 -> List.of(CREATED, "PROCESSING", "CANCELLED");
            case 5 -> List.of(CREATED, "CANCELLED");
            default -> List.of(CREATED);
        };
    }

    synchronized void accepted(String status) {
        accepted.add(status);
    }

    /** The service failed or did not answer: the event may arrive or not. */
    synchronized void uncertain(String status) {
        uncertain = status;
    }

    /** @param time when the broker received the event */
    synchronized void arrived(String status, long time) {
        arrivals.add(new Arrival(time, status));
    }

    synchronized int accepted() {
        return accepted.size();
    }

    synchronized long missing() {
        List<String> arrived = arrived();
        return accepted.stream().filter(status -> !arrived.contains(status)).count();
    }

    /** They are allowed: delivery is at least once. */
    synchronized int duplicates() {
        return arrivals.size() - arrived().size();
    }

    /** Whether an event is missing, was overtaken, or belongs to a request that was refused. */
    synchronized Optional<String> fault() {
        List<String> arrived = arrived();
        List<String> possible = new ArrayList<>(accepted);
        if (uncertain != null && arrived.contains(uncertain)) {
            possible.add(uncertain);
        }
        return arrived.equals(possible)
                ? Optional.empty()
                : Optional.of("accepted " + accepted + ", arrived " + arrived);
    }

    /** Each event once, in order: offsets do not order the two topics, but the broker's clock does. */
    private List<String> arrived() {
        return arrivals.stream()
                .sorted(Comparator.comparingLong(Arrival::time)
                        .thenComparing(arrival -> !arrival.status.equals(CREATED)))
                .map(Arrival::status)
                .distinct()
                .toList();
    }
}
