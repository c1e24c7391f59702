package dev.signalbox.demo.orders;

import dev.signalbox.core.time.Clock;
import dev.signalbox.demo.Ending;
import dev.signalbox.demo.News;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.LongAdder;

/**
 * People who order, and change what they have ordered, through the service's REST API. They come once a second, all
 * together: in between the consumer can catch up, and the sums of both sides can be seen to agree.
 */
final class Customers implements Runnable {
    private static final long SECOND = Duration.ofSeconds(1).toNanos();
    private static final long REST = Duration.ofMillis(600).toNanos();
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final List<String> NAMES = List.of("Ada", "Barbara", "Donald", "Edsger", "Frances", "Grace");
    private static final List<String> PRODUCTS = List.of("Lamp", "Chair", "Kettle", "Clock");
    private static final int MOST_CENTS = 20_000;
    private static final int MOVES_PER_ORDER = 2;
    private static final int CREATED = 201;
    private static final int OK = 200;
    private static final int CONFLICT = 409;

    private final HttpClient client;
    private final URI api;
    private final int perSecond;
    private final SplittableRandom random;
    private final Place place;
    private final List<Open> open = new ArrayList<>();
    private final LongAdder placed = new LongAdder();
    private final LongAdder changes = new LongAdder();

    /** Until when they come, and who hears of it if they can't. */
    record Place(Ending ending, News news, Clock clock) {}

    /** An order that is neither completed nor cancelled. */
    private record Open(String path, boolean isProcessed) {}

    /** @param perSecond orders, each followed by up to two changes of orders */
    Customers(HttpClient client, URI service, int perSecond, SplittableRandom random, Place place) {
        this.client = client;
        this.api = service.resolve("/api/orders");
        this.perSecond = perSecond;
        this.random = random;
        this.place = place;
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

    @Override
    public void run() {
        long next = place.clock().nanos();
        try {
            while (place.ending().waitUntil(next)) {
                comeTogether();
                next = Math.max(next + SECOND, place.clock().nanos() + REST);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Whom the service does not answer, or sends away, comes again in a second. */
    private void comeTogether() throws InterruptedException {
        try {
            for (int i = 0; i < perSecond && !place.ending().hasBegun(); i++) {
                order();
                for (int move = 0; move < MOVES_PER_ORDER && !open.isEmpty(); move++) {
                    change();
                }
            }
        } catch (IOException e) {
            place.news().add(News.Tone.BAD, "the order service does not take what customers want: " + e.getMessage());
        }
    }

    private void order() throws IOException, InterruptedException {
        String body = String.format(
                Locale.ROOT,
                "{\"customerName\":\"%s\",\"productName\":\"%s\",\"amount\":%.2f}",
                oneOf(NAMES),
                oneOf(PRODUCTS),
                random.nextInt(1, MOST_CENTS) / 100.0);
        HttpResponse<String> answer = send("POST", api, body);
        if (answer.statusCode() != CREATED) {
            throw new IOException(answer.statusCode() + " " + answer.body());
        }
        placed.increment();
        open.add(new Open(answer.headers().firstValue("Location").orElseThrow(), false));
    }

    private void change() throws IOException, InterruptedException {
        Open chosen = open.remove(random.nextInt(open.size()));
        boolean goesOn = random.nextInt(5) > 0;
        String next = !goesOn ? "CANCELLED" : chosen.isProcessed() ? "COMPLETED" : "PROCESSING";
        HttpResponse<String> answer =
                send("PATCH", api.resolve(chosen.path() + "/status"), "{\"status\":\"" + next + "\"}");
        if (answer.statusCode() == CONFLICT) {
            return; // somebody who watches the demo has changed the order before
        }
        if (answer.statusCode() != OK) {
            throw new IOException(answer.statusCode() + " " + answer.body());
        }
        changes.increment();
        if (next.equals("PROCESSING")) {
            open.add(new Open(chosen.path(), true));
        }
    }

    private HttpResponse<String> send(String method, URI uri, String body) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(uri)
                .timeout(PATIENCE)
                .header("Content-Type", "application/json")
                .header("X-Correlation-Id", "demo-" + (placed() + changes()))
                .method(method, HttpRequest.BodyPublishers.ofString(body))
                .build();
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }

    private String oneOf(List<String> all) {
        return all.get(random.nextInt(all.size()));
    }
}
