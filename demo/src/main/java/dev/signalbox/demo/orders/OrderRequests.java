package dev.signalbox.demo.orders;

import dev.signalbox.demo.examples.RestClient;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.LongAdder;

/** Places and changes random orders through the order service's REST API, and counts what the service confirms. */
final class OrderRequests {
    static final List<String> CUSTOMERS = List.of("Ada", "Barbara", "Donald", "Edsger", "Frances", "Grace");
    private static final List<String> PRODUCTS = List.of("Lamp", "Chair", "Kettle", "Clock");
    private static final int MOST_CENTS = 20_000;
    private static final int CHANGES_PER_ORDER = 2;

    private final RestClient rest;
    private final URI api;
    private final SplittableRandom random;
    private final List<OpenOrder> open = new ArrayList<>();
    private final LongAdder placed = new LongAdder();
    private final LongAdder changes = new LongAdder();

    /** An order that is neither completed nor cancelled. */
    private record OpenOrder(URI order, boolean isProcessing) {}

    OrderRequests(RestClient rest, URI service, SplittableRandom random) {
        this.rest = rest;
        this.api = service.resolve("/api/orders");
        this.random = random;
    }

    long placed() {
        return placed.sum();
    }

    long changes() {
        return changes.sum();
    }

    /** Places an order, and changes up to two open ones. */
    void send() throws IOException, InterruptedException {
        place();
        for (int i = 0; i < CHANGES_PER_ORDER && !open.isEmpty(); i++) {
            change();
        }
    }

    private void place() throws IOException, InterruptedException {
        String body = String.format(
                Locale.ROOT,
                "{\"customerName\":\"%s\",\"productName\":\"%s\",\"amount\":%.2f}",
                CUSTOMERS.get(random.nextInt(CUSTOMERS.size())),
                PRODUCTS.get(random.nextInt(PRODUCTS.size())),
                random.nextInt(1, MOST_CENTS) / 100.0);
        URI order = rest.create(api, body);
        placed.increment();
        open.add(new OpenOrder(order, false));
    }

    private void change() throws IOException, InterruptedException {
        OpenOrder chosen = open.remove(random.nextInt(open.size()));
        boolean cancel = random.nextInt(5) == 0;
        String next = cancel ? "CANCELLED" : chosen.isProcessing() ? "COMPLETED" : "PROCESSING";
        if (!rest.changeStatus(chosen.order(), next)) {
            return;
        }
        changes.increment();
        if (next.equals("PROCESSING")) {
            open.add(new OpenOrder(chosen.order(), true));
        }
    }
}
