package dev.signalbox.benchmarks.load;

import dev.signalbox.core.time.Clock;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Sends the requests of orders when they are due. A latency starts when the request was due, not when it was sent, so that
 * waiting counts. A request that exceeds the limit of requests in flight is dropped and counted, never sent late.
 */
final class OrderRequestSender implements AutoCloseable {
    /** From one step of an order to the next, unless the answer takes longer. */
    private static final Duration BETWEEN_STEPS = Duration.ofMillis(200);

    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final int CUSTOMERS = 50;
    /** As if the service had answered with its own failure: the order may exist or not. */
    private static final int UNKNOWN = 500;

    private static final int REFUSED = 400;

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(TIMEOUT)
            .build();
    private final ExecutorService sequences = Executors.newVirtualThreadPerTaskExecutor();
    private final String address;
    private final LoadState state;
    private final CountDownLatch stop;
    private final Clock clock;
    private final Semaphore room;

    /** @param id the order's id; empty in answers other than those to its creation */
    private record Answer(int status, String label, String id) {}

    /** @param stop no further request is sent once it is zero */
    OrderRequestSender(URI service, int mostInFlight, LoadState state, CountDownLatch stop, Clock clock) {
        this.address = service + "/api/orders";
        this.room = new Semaphore(mostInFlight);
        this.state = state;
        this.stop = stop;
        this.clock = clock;
    }

    /** Returns when the creation of the last order was sent, or after a stop. */
    void sendAll(long beginning) throws InterruptedException {
        for (int number = 0; number < state.orders().size(); number++) {
            int order = number;
            long due = beginning + state.plan().due(number);
            if (!waitUntil(due)) {
                return;
            }
            if (hasRoom()) {
                sequences.execute(() -> sendSteps(order, due));
            }
        }
    }

    /** Waits for the answers of all requests; returns false if some have neither an answer nor a timeout. */
    boolean awaitAnswers() throws InterruptedException {
        sequences.shutdown();
        return sequences.awaitTermination(4 * TIMEOUT.toSeconds(), TimeUnit.SECONDS);
    }

    @Override
    public void close() {
        http.shutdownNow();
        sequences.shutdownNow();
    }

    private boolean waitUntil(long due) throws InterruptedException {
        return !stop.await(Math.max(0, due - clock.nanos()), TimeUnit.NANOSECONDS);
    }

    private boolean hasRoom() {
        boolean acquired = room.tryAcquire();
        if (!acquired) {
            state.dropped().increment();
        }
        return acquired;
    }

    private void sendSteps(int order, long created) {
        try {
            String id = "";
            long due = created;
            for (String status : TracedOrder.statuses(order)) {
                boolean creation = status.equals(TracedOrder.CREATED);
                if (!creation && !(waitUntil(due) && hasRoom())) {
                    return;
                }
                Answer answer = request(order, creation ? creation(order) : change(id, status));
                room.release();
                state.answers().add(clock.nanos() - due, state.counts(order));
                state.labels().merge(answer.label(), 1L, Long::sum);
                if (answer.status() / 100 == 5) {
                    state.orders().get(order).uncertain(status);
                }
                if (answer.status() / 100 != 2) {
                    return;
                }
                state.orders().get(order).accepted(status);
                id = creation ? answer.id() : id;
                due = Math.max(due + BETWEEN_STEPS.toNanos(), clock.nanos());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private HttpRequest.Builder creation(int order) {
        String body = "{\"customerName\":\"%s-%d\",\"productName\":\"Lamp\",\"amount\":%d.%02d}"
                .formatted(state.run(), order / 10 % CUSTOMERS, 1 + order % 99, order % 100);
        return HttpRequest.newBuilder(URI.create(address)).POST(BodyPublishers.ofString(body));
    }

    private HttpRequest.Builder change(String id, String status) {
        return HttpRequest.newBuilder(URI.create(address + "/" + id + "/status"))
                .method("PATCH", BodyPublishers.ofString("{\"status\":\"" + status + "\"}"));
    }

    private Answer request(int order, HttpRequest.Builder request) throws InterruptedException {
        request.timeout(TIMEOUT)
                .header("Content-Type", "application/json")
                .header("X-Correlation-Id", state.correlationId(order));
        try {
            HttpResponse<?> response = http.send(request.build(), BodyHandlers.discarding());
            String id = response.headers().firstValue("Location").orElse("").replaceAll(".*/", "");
            return new Answer(response.statusCode(), String.valueOf(response.statusCode()), id);
        } catch (IOException e) {
            return new Answer(
                    e instanceof ConnectException ? REFUSED : UNKNOWN,
                    e.getClass().getSimpleName(),
                    "");
        }
    }
}
