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
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Phaser;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Sends the requests of orders when they are due. A latency starts when the request was due, not when it was sent, so that
 * waiting counts. A request that exceeds the limit of requests in flight is dropped and counted, never sent late.
 */
final class OrderRequestSender implements AutoCloseable {
    /** From one step of an order to the next, unless the answer takes longer. */
    private static final Duration BETWEEN_STEPS = Duration.ofMillis(200);

    private static final Duration CONNECT = Duration.ofSeconds(5);

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT)
            .executor(threads)
            .build();
    private final String address;
    private final Duration timeout;
    private final LoadState state;
    private final CountDownLatch stop;
    private final Clock clock;
    private final Semaphore room;
    private final Phaser sequences = new Phaser(1);

    /** The answer to a request: accepted, refused, or unknown if the service failed or did not answer. */
    record Answer(String label, Kind kind, long orderId) {
        /** Whether the service did what the request asks for. */
        enum Kind {
            ACCEPTED,
            REFUSED,
            UNKNOWN
        }

        static Answer of(String label, Kind kind) {
            return new Answer(label, kind, 0);
        }

        boolean isAccepted() {
            return kind == Kind.ACCEPTED;
        }
    }

    /** @param stop no further request is sent once it is zero */
    OrderRequestSender(
            URI service, Duration timeout, int mostInFlight, LoadState state, CountDownLatch stop, Clock clock) {
        this.address = service.toString().replaceAll("/+$", "") + "/api/orders";
        this.timeout = timeout;
        this.room = new Semaphore(mostInFlight);
        this.state = state;
        this.stop = stop;
        this.clock = clock;
    }

    /** Returns when the creation of the last order was sent, or after a stop. */
    void sendAll(long beginning) throws InterruptedException {
        for (int number = 0; number < state.schedule().size(); number++) {
            int order = number;
            long due = beginning + state.schedule().due(number);
            if (!waitUntil(due)) {
                return;
            }
            if (acquireRoom()) {
                sequences.register();
                Thread.ofVirtual().name("order-", number).start(() -> sendSteps(order, due));
            }
        }
    }

    /** Waits for the answers of all requests; returns false on timeout. */
    boolean awaitAnswers(Duration most) throws InterruptedException {
        try {
            sequences.awaitAdvanceInterruptibly(sequences.arrive(), most.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        }
    }

    @Override
    public void close() {
        http.shutdownNow();
        threads.shutdownNow();
    }

    /** Returns false if the run was stopped before. */
    private boolean waitUntil(long due) throws InterruptedException {
        return !stop.await(Math.max(0, due - clock.nanos()), TimeUnit.NANOSECONDS);
    }

    private boolean acquireRoom() {
        if (!room.tryAcquire()) {
            state.counters().dropped().increment();
            return false;
        }
        state.counters().inFlight().incrementAndGet();
        return true;
    }

    private void sendSteps(int order, long created) {
        try {
            long id = 0;
            long due = created;
            for (OrderStep step : state.orders().steps(order)) {
                if (step != OrderStep.CREATED && !(waitUntil(due) && acquireRoom())) {
                    return;
                }
                Answer answer = request(order, step, id, due);
                if (!answer.isAccepted()) {
                    return;
                }
                id = step == OrderStep.CREATED ? answer.orderId() : id;
                due = Math.max(due + BETWEEN_STEPS.toNanos(), clock.nanos());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            sequences.arriveAndDeregister();
        }
    }

    private Answer request(int order, OrderStep step, long id, long due) throws InterruptedException {
        // Recorded before the request is sent: its event may arrive before its answer
        state.check().requested(order, step);
        try {
            Answer answer = step == OrderStep.CREATED
                    ? send(
                            order,
                            address,
                            "POST",
                            "{\"customerName\":\"%s\",\"productName\":\"Lamp\",\"amount\":%s}"
                                    .formatted(
                                            state.orders().customer(order),
                                            state.orders().amount(order)))
                    : send(order, address + "/" + id + "/status", "PATCH", "{\"status\":\"" + step.status() + "\"}");
            state.counters()
                    .answered(
                            step, answer, clock.nanos() - due, state.schedule().counts(order));
            state.check().answered(order, step, answer.kind());
            return answer;
        } finally {
            room.release();
            state.counters().inFlight().decrementAndGet();
        }
    }

    private Answer send(int order, String url, String method, String body) throws InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url))
                .timeout(timeout)
                .header("Content-Type", "application/json")
                .header("X-Correlation-Id", state.orders().correlationId(order))
                .method(method, BodyPublishers.ofString(body))
                .build();
        try {
            return answer(http.send(request, BodyHandlers.discarding()));
        } catch (HttpTimeoutException e) {
            return Answer.of("timeout", Answer.Kind.UNKNOWN);
        } catch (ConnectException e) {
            return Answer.of("no connection", Answer.Kind.REFUSED);
        } catch (IOException e) {
            return Answer.of("broken connection", Answer.Kind.UNKNOWN);
        }
    }

    private static Answer answer(HttpResponse<?> response) {
        String label = String.valueOf(response.statusCode());
        return switch (response.statusCode() / 100) {
            case 2 -> new Answer(label, Answer.Kind.ACCEPTED, orderId(response));
            case 5 -> Answer.of(label, Answer.Kind.UNKNOWN);
            default -> Answer.of(label, Answer.Kind.REFUSED);
        };
    }

    /** The id of a new order; 0 if the answer does not contain it. */
    private static long orderId(HttpResponse<?> response) {
        String location = response.headers().firstValue("Location").orElse("");
        String id = location.substring(location.lastIndexOf('/') + 1);
        return id.matches("[0-9]{1,18}") ? Long.parseLong(id) : 0;
    }
}
