package dev.signalbox.benchmarks.load;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.signalbox.core.time.Clock;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class OrderRequestSenderTest {
    private final AtomicLong ids = new AtomicLong();
    private final Queue<String> requests = new ConcurrentLinkedQueue<>();
    private final CountDownLatch open = new CountDownLatch(1);
    private final CountDownLatch stop = new CountDownLatch(1);
    private HttpServer server;
    private int status = 201;

    @BeforeEach
    void listen() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.start();
    }

    @AfterEach
    void close() {
        open.countDown();
        server.stop(0);
    }

    @Test
    void waitingCountsFromWhenARequestWasDueAndWhatDoesNotFitIsDropped() throws Exception {
        LoadState state = state(Duration.ofSeconds(1));
        try (OrderRequestSender sender = sender(state, 20)) {
            sender.sendAll(Clock.SYSTEM.nanos());
            // Twenty were in flight, without an answer before the last of the hundred was due
            open.countDown();
            assertThat(sender.awaitAnswers()).isTrue();
        }
        // Of the twenty, some got further; their next steps fit in
        assertThat(state.dropped().sum()).isEqualTo(80);
        assertThat(state.orders()).filteredOn(order -> order.accepted() > 0).hasSize(20);
        assertThat(state.answers().all().max()).isGreaterThanOrEqualTo(980);
    }

    @Test
    void ordersGetFurtherStepByStep() throws Exception {
        open.countDown();
        LoadState state = state(Duration.ofMillis(200));
        send(state);
        // Of ten in a row, four are completed and two cancelled, one of them via PROCESSING
        assertThat(requests).hasSize(42);
        assertThat(state.sum(TracedOrder::accepted)).isEqualTo(42);
        assertThat(requests.stream().filter(request -> request.endsWith(" PROCESSING")))
                .hasSize(10);
        assertThat(requests.stream().filter(request -> request.endsWith(" COMPLETED")))
                .hasSize(8);
        assertThat(requests.stream().filter(request -> request.endsWith(" CANCELLED")))
                .hasSize(4);
        assertThat(state.labels()).containsOnly(Map.entry("201", 42L));
    }

    @Test
    void answersOtherThan2xxAreErrors() throws Exception {
        open.countDown();
        status = 503;
        LoadState state = state(Duration.ofMillis(100));
        send(state);
        assertThat(state.errors()).isEqualTo(10);
        assertThat(state.sum(TracedOrder::accepted)).isZero();
        assertThat(state.labels()).containsEntry("503", 10L).hasSize(1);
        assertThat(requests).hasSize(10);
    }

    @Test
    void nothingIsSentAfterTheStop() throws Exception {
        open.countDown();
        stop.countDown();
        send(state(Duration.ofHours(1)));
        assertThat(requests).isEmpty();
    }

    private static LoadState state(Duration duration) {
        return LoadState.of("load-x", new LoadState.Plan(100, Duration.ZERO, duration));
    }

    private void send(LoadState state) throws InterruptedException {
        try (OrderRequestSender sender = sender(state, 100)) {
            sender.sendAll(Clock.SYSTEM.nanos());
            assertThat(sender.awaitAnswers()).isTrue();
        }
    }

    private OrderRequestSender sender(LoadState state, int mostInFlight) {
        URI service = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
        return new OrderRequestSender(service, mostInFlight, state, stop, Clock.SYSTEM);
    }

    private void answer(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        requests.add(exchange.getRequestMethod() + " " + exchange.getRequestURI() + " "
                + body.replaceAll(".*\"status\":\"|[\"}]+$", ""));
        try {
            open.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        exchange.getResponseHeaders().add("Location", "/api/orders/" + ids.incrementAndGet());
        exchange.sendResponseHeaders(status, -1);
        exchange.close();
    }
}
