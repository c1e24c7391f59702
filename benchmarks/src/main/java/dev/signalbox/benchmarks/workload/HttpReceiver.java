package dev.signalbox.benchmarks.workload;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.signalbox.core.sink.Sink;
import dev.signalbox.core.sink.SinkLimits;
import dev.signalbox.sink.http.HttpSink;
import dev.signalbox.sink.http.HttpSinkSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The HTTP sink with batches of at most 100, and a local API that takes 2 ms for each batch. */
final class HttpReceiver implements MessageReceiver {
    private static final int BATCH = 100;
    private static final Duration LATENCY = Duration.ofMillis(2);
    private static final int BACKLOG = 128;
    private static final byte[] DATA = "\"data\":".getBytes(StandardCharsets.UTF_8);

    private final ReceivedMessages received;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpServer server;
    private final HttpSink sink;

    HttpReceiver(ReceivedMessages received) throws IOException {
        // Otherwise the JDK's server delays answers by up to 40 ms, and the delay would be measured.
        System.setProperty("sun.net.httpserver.nodelay", "true");
        this.received = received;
        this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
        server.setExecutor(threads);
        server.createContext("/api/events/batch", this::handle);
        server.start();
        URI endpoint = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/api/events/batch");
        this.sink = new HttpSink(
                HttpSinkSettings.of(endpoint).withLimits(new SinkLimits(BATCH, 4L << 20)), InstantSource.system());
    }

    @Override
    public Sink sink() {
        return sink;
    }

    @Override
    public void readAll() {
        // Recorded before the answer.
    }

    @Override
    public void close() {
        sink.close();
        server.stop(0);
        threads.close();
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            Thread.sleep(LATENCY);
            byte[] reply = ("{\"count\":" + record(body) + "}").getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(201, reply.length);
            exchange.getResponseBody().write(reply);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Finds payloads by their fixed length: the time of a JSON parser would be measured too. */
    private int record(byte[] body) {
        int count = 0;
        int start = nextPayload(body, 0);
        while (start >= 0 && start + Workload.PAYLOAD_BYTES < body.length) {
            received.arrived(Workload.numberIn(body, start));
            count++;
            start = nextPayload(body, start + Workload.PAYLOAD_BYTES);
        }
        return count;
    }

    /** Events of a log have their data in an envelope. */
    private static int nextPayload(byte[] body, int from) {
        if (body.length < 3 || body[2] != '"' || body[3] != 'p') {
            return from + 1;
        }
        for (int i = from; i + DATA.length < body.length; i++) {
            if (body[i] == '"' && Arrays.equals(body, i, i + DATA.length, DATA, 0, DATA.length)) {
                return i + DATA.length;
            }
        }
        return -1;
    }
}
