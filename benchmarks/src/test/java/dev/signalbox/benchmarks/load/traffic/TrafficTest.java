package dev.signalbox.benchmarks.load.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.signalbox.benchmarks.load.verify.OrderLedger;
import dev.signalbox.core.time.Clock;
import dev.signalbox.embedded.process.StopSignal;
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

class TrafficTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final AtomicLong ids = new AtomicLong();
    private final Queue<String> requests = new ConcurrentLinkedQueue<>();
    private final CountDownLatch open = new CountDownLatch(1);
    private final Meters meters = new Meters();
    private final StopSignal ending = new StopSignal(Clock.SYSTEM);
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
        Schedule schedule = Schedule.constant(100, Duration.ZERO, Duration.ofSeconds(1));
        try (OrderClient client = client()) {
            Traffic traffic = traffic(schedule, client, 0, 20);
            traffic.run(Clock.SYSTEM.nanos());
            // Twenty had room, and had no answer before the last of the hundred was due
            open.countDown();
            assertThat(traffic.awaitAnswers(PATIENCE)).isTrue();
        }
        assertThat(requests).hasSize(20);
        assertThat(meters.droppedRequests()).isEqualTo(80);
        assertThat(meters.made()).isEqualTo(20);
        assertThat(meters.answers().all().max()).isGreaterThanOrEqualTo(980);
        assertThat(meters.inFlight()).isZero();
    }

    @Test
    void ordersGetFurtherStepByStep() throws Exception {
        open.countDown();
        OrderLedger ledger = new OrderLedger(20);
        Schedule schedule = Schedule.constant(100, Duration.ZERO, Duration.ofMillis(200));
        try (OrderClient client = client()) {
            Traffic.Parts parts = new Traffic.Parts(schedule, new OrderBook("load-x", 20, 100), client, ledger, meters);
            Traffic traffic = new Traffic(parts, 100, ending, Clock.SYSTEM);
            traffic.run(Clock.SYSTEM.nanos());
            assertThat(traffic.awaitAnswers(PATIENCE)).isTrue();
        }
        // Of six in a row four are completed and two cancelled, one of these by way of PROCESSING
        assertThat(requests).hasSize(56);
        assertThat(ledger.accepted()).isEqualTo(56);
        assertThat(requests.stream().filter(request -> request.endsWith(" PROCESSING")))
                .hasSize(16);
        assertThat(requests.stream().filter(request -> request.endsWith(" COMPLETED")))
                .hasSize(12);
        assertThat(requests.stream().filter(request -> request.endsWith(" CANCELLED")))
                .hasSize(8);
        assertThat(meters.byLabel()).containsOnly(Map.entry("201", 56L));
    }

    @Test
    void answersOtherThan2xxAreErrors() throws Exception {
        open.countDown();
        status = 503;
        try (OrderClient client = client()) {
            Traffic traffic = traffic(Schedule.constant(100, Duration.ZERO, Duration.ofMillis(100)), client, 100, 100);
            traffic.run(Clock.SYSTEM.nanos());
            assertThat(traffic.awaitAnswers(PATIENCE)).isTrue();
        }
        assertThat(meters.errors()).isEqualTo(10);
        assertThat(meters.made()).isZero();
        assertThat(meters.byLabel()).containsEntry("503", 10L).hasSize(1);
        assertThat(requests).hasSize(10);
    }

    @Test
    void nothingIsBegunAfterTheSignToEnd() throws Exception {
        open.countDown();
        ending.begin();
        try (OrderClient client = client()) {
            Traffic traffic = traffic(Schedule.constant(100, Duration.ZERO, Duration.ofHours(1)), client, 0, 100);
            traffic.run(Clock.SYSTEM.nanos());
            assertThat(traffic.awaitAnswers(PATIENCE)).isTrue();
        }
        assertThat(requests).isEmpty();
    }

    private Traffic traffic(Schedule schedule, OrderClient client, int advanced, int mostInFlight) {
        OrderBook orders = new OrderBook("load-x", schedule.size(), advanced);
        Traffic.Parts parts = new Traffic.Parts(schedule, orders, client, new OrderLedger(schedule.size()), meters);
        return new Traffic(parts, mostInFlight, ending, Clock.SYSTEM);
    }

    private OrderClient client() {
        return new OrderClient(
                URI.create("http://127.0.0.1:" + server.getAddress().getPort()), PATIENCE);
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
