package dev.signalbox.demo.notifications;

import dev.signalbox.demo.examples.RestClient;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.LongAdder;

/** Makes random reservations and orders through the REST APIs of both services, and counts what they confirm. */
final class RestaurantRequests {
    private static final List<String> DISHES = List.of("Gnocchi", "Ramen", "Paella", "Pierogi");
    private static final int RESTAURANTS = 2;
    private static final int CUSTOMERS = 2;
    /** The administration is notified from 20 guests and from 500.00 on. */
    private static final int MOST_GUESTS = 24;

    private static final int MOST_CENTS = 60_000;

    private final RestClient rest;
    private final URI reservations;
    private final URI orders;
    private final SplittableRandom random;
    private final List<OpenReservation> open = new ArrayList<>();
    private final LongAdder reserved = new LongAdder();
    private final LongAdder ordered = new LongAdder();
    private final LongAdder changed = new LongAdder();

    /** A reservation that is not cancelled. */
    private record OpenReservation(URI reservation, boolean isConfirmed) {}

    RestaurantRequests(RestClient rest, URI reservationService, URI orderService, SplittableRandom random) {
        this.rest = rest;
        this.reservations = reservationService.resolve("/api/reservations");
        this.orders = orderService.resolve("/api/orders");
        this.random = random;
    }

    long reserved() {
        return reserved.sum();
    }

    long ordered() {
        return ordered.sum();
    }

    /** How often a reservation was confirmed or cancelled. */
    long changed() {
        return changed.sum();
    }

    /** Orders or reserves, and mostly confirms or cancels a reservation. */
    void send() throws IOException, InterruptedException {
        if (random.nextBoolean()) {
            order();
        } else {
            reserve();
        }
        if (!open.isEmpty() && random.nextInt(3) > 0) {
            changeReservation();
        }
    }

    private void order() throws IOException, InterruptedException {
        URI _ = rest.create(
                orders,
                String.format(
                        Locale.ROOT,
                        "{%s,\"dish\":\"%s\",\"amount\":%.2f}",
                        parties(),
                        DISHES.get(random.nextInt(DISHES.size())),
                        random.nextInt(1, MOST_CENTS) / 100.0));
        ordered.increment();
    }

    private void reserve() throws IOException, InterruptedException {
        URI reservation = rest.create(
                reservations,
                String.format(
                        Locale.ROOT,
                        "{%s%s,\"guests\":%d,\"at\":\"2099-05-%02dT19:30:00Z\"}",
                        parties(),
                        random.nextInt(3) == 0 ? ",\"agencyId\":1" : "",
                        random.nextInt(1, MOST_GUESTS),
                        random.nextInt(1, 31)));
        reserved.increment();
        open.add(new OpenReservation(reservation, false));
    }

    private String parties() {
        return "\"restaurantId\":%d,\"customerId\":%d"
                .formatted(1 + random.nextInt(RESTAURANTS), 1 + random.nextInt(CUSTOMERS));
    }

    private void changeReservation() throws IOException, InterruptedException {
        OpenReservation chosen = open.remove(random.nextInt(open.size()));
        String next = chosen.isConfirmed() || random.nextInt(4) == 0 ? "CANCELLED" : "CONFIRMED";
        if (!rest.changeStatus(chosen.reservation(), next)) {
            return;
        }
        changed.increment();
        if (next.equals("CONFIRMED")) {
            open.add(new OpenReservation(chosen.reservation(), true));
        }
    }
}
