package dev.signalbox.benchmarks.workload;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.signalbox.core.sink.Sink;
import dev.signalbox.core.sink.Sink.SinkLimits;
import dev.signalbox.sink.http.HttpSink;
import dev.signalbox.sink.http.HttpSinkSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The HTTP sink with batches of at most 100, and a local API that takes 2 ms for each batch. */
final class HttpReceiver implements MessageReceiver {
    private static final int BATCH = 100;
    private static final Duration LATENCY = Duration.ofMillis(2);
    private static final int BACKLOG = 128;

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

    /** Finds payloads by their beginning, also in envelopes: the time of a JSON parser would be measured too. */
    private int record(byte[] body) {
        String text = new String(body, StandardCharsets.ISO_8859_1);
        int count = 0;
        for (int start = text.indexOf(Workload.BEFORE_NUMBER);
                start >= 0;
                start = text.indexOf(Workload.BEFORE_NUMBER, start + Workload.PAYLOAD_BYTES)) {
            received.arrived(Workload.numberIn(body, start));
            count++;
        }
        return count;
    }
}
