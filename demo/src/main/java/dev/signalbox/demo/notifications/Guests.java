package dev.signalbox.demo.notifications;

import dev.signalbox.demo.examples.Crowd;
import dev.signalbox.demo.examples.Rest;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.LongAdder;

/** People who reserve tables and order dishes through the REST APIs of two services. Some come through an agency, and some are many. */
final class Guests implements Crowd.Visitor {
    private static final List<String> DISHES = List.of("Gnocchi", "Ramen", "Paella", "Pierogi");
    private static final int RESTAURANTS = 2;
    private static final int CUSTOMERS = 2;
    /** From 20 guests and from 500.00 on the administration is told, too. */
    private static final int MOST_GUESTS = 24;

    private static final int MOST_CENTS = 60_000;

    private final Rest rest;
    private final URI reservations;
    private final URI orders;
    private final SplittableRandom random;
    private final List<Open> open = new ArrayList<>();
    private final LongAdder reserved = new LongAdder();
    private final LongAdder ordered = new LongAdder();
    private final LongAdder moved = new LongAdder();

    /** A reservation that is not cancelled. */
    private record Open(URI reservation, boolean isConfirmed) {}

    Guests(Rest rest, URI reservationService, URI orderService, SplittableRandom random) {
        this.rest = rest;
        this.reservations = reservationService.resolve("/api/reservations");
        this.orders = orderService.resolve("/api/orders");
        this.random = random;
    }

    /** Reservations that were taken. */
    long reserved() {
        return reserved.sum();
    }

    /** Orders that were taken. */
    long ordered() {
        return ordered.sum();
    }

    /** How often a reservation was confirmed or cancelled. */
    long moved() {
        return moved.sum();
    }

    /** Each orders, or reserves; and mostly a reservation is confirmed or cancelled. */
    @Override
    public void visit() throws IOException, InterruptedException {
        if (random.nextBoolean()) {
            order();
        } else {
            reserve();
        }
        if (!open.isEmpty() && random.nextInt(3) > 0) {
            move();
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
        URI made = rest.create(
                reservations,
                String.format(
                        Locale.ROOT,
                        "{%s%s,\"guests\":%d,\"at\":\"2099-05-%02dT19:30:00Z\"}",
                        parties(),
                        random.nextInt(3) == 0 ? ",\"agencyId\":1" : "",
                        random.nextInt(1, MOST_GUESTS),
                        random.nextInt(1, 31)));
        reserved.increment();
        open.add(new Open(made, false));
    }

    private String parties() {
        return "\"restaurantId\":%d,\"customerId\":%d"
                .formatted(1 + random.nextInt(RESTAURANTS), 1 + random.nextInt(CUSTOMERS));
    }

    private void move() throws IOException, InterruptedException {
        Open chosen = open.remove(random.nextInt(open.size()));
        String next = chosen.isConfirmed() || random.nextInt(4) == 0 ? "CANCELLED" : "CONFIRMED";
        if (!rest.move(chosen.reservation(), next)) {
            return;
        }
        moved.increment();
        if (next.equals("CONFIRMED")) {
            open.add(new Open(chosen.reservation(), true));
        }
    }
}
