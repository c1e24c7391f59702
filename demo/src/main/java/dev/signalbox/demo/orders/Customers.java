package dev.signalbox.demo.orders;

import dev.signalbox.demo.examples.Crowd;
import dev.signalbox.demo.examples.Rest;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.LongAdder;

/** People who order, and change what they have ordered, through the service's REST API. */
final class Customers implements Crowd.Visitor {
    private static final List<String> NAMES = List.of("Ada", "Barbara", "Donald", "Edsger", "Frances", "Grace");
    private static final List<String> PRODUCTS = List.of("Lamp", "Chair", "Kettle", "Clock");
    private static final int MOST_CENTS = 20_000;
    private static final int MOVES_PER_ORDER = 2;

    private final Rest rest;
    private final URI api;
    private final SplittableRandom random;
    private final List<Open> open = new ArrayList<>();
    private final LongAdder placed = new LongAdder();
    private final LongAdder changes = new LongAdder();

    /** An order that is neither completed nor cancelled. */
    private record Open(URI order, boolean isProcessed) {}

    Customers(Rest rest, URI service, SplittableRandom random) {
        this.rest = rest;
        this.api = service.resolve("/api/orders");
        this.random = random;
    }

    /** A name of which the consumer will know. */
    static String oneOfThem() {
        return NAMES.getFirst();
    }

    /** Orders that the service has confirmed. */
    long placed() {
        return placed.sum();
    }

    /** Changes that the service has confirmed. */
    long changes() {
        return changes.sum();
    }

    /** One order, followed by up to two changes of orders. */
    @Override
    public void visit() throws IOException, InterruptedException {
        order();
        for (int move = 0; move < MOVES_PER_ORDER && !open.isEmpty(); move++) {
            change();
        }
    }

    private void order() throws IOException, InterruptedException {
        String body = String.format(
                Locale.ROOT,
                "{\"customerName\":\"%s\",\"productName\":\"%s\",\"amount\":%.2f}",
                oneOf(NAMES),
                oneOf(PRODUCTS),
                random.nextInt(1, MOST_CENTS) / 100.0);
        URI order = rest.create(api, body);
        placed.increment();
        open.add(new Open(order, false));
    }

    private void change() throws IOException, InterruptedException {
        Open chosen = open.remove(random.nextInt(open.size()));
        boolean goesOn = random.nextInt(5) > 0;
        String next = !goesOn ? "CANCELLED" : chosen.isProcessed() ? "COMPLETED" : "PROCESSING";
        if (!rest.move(chosen.order(), next)) {
            return;
        }
        changes.increment();
        if (next.equals("PROCESSING")) {
            open.add(new Open(chosen.order(), true));
        }
    }

    private String oneOf(List<String> all) {
        return all.get(random.nextInt(all.size()));
    }
}
