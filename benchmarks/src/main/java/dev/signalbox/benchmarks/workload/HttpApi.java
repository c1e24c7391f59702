package dev.signalbox.benchmarks.workload;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** An HTTP API on this machine that takes batches as a JSON array and 2 ms for each of them. */
final class HttpApi implements AutoCloseable {
    private static final Duration LATENCY = Duration.ofMillis(2);
    private static final int BACKLOG = 128;
    private static final byte[] DATA = "\"data\":".getBytes(StandardCharsets.UTF_8);

    private final Ledger ledger;
    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    private HttpApi(Ledger ledger, HttpServer server) {
        this.ledger = ledger;
        this.server = server;
    }

    static HttpApi start(Ledger ledger) throws IOException {
        // Otherwise the JDK's server waits for more to send, up to 40 ms, which would be measured instead of the relay.
        System.setProperty("sun.net.httpserver.nodelay", "true");
        HttpApi api = new HttpApi(
                ledger, HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG));
        api.server.setExecutor(api.threads);
        api.server.createContext("/api/events/batch", api::handle);
        api.server.start();
        return api;
    }

    URI endpoint() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/api/events/batch");
    }

    @Override
    public void close() {
        server.stop(0);
        threads.close();
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            Thread.sleep(LATENCY);
            int count = enter(body);
            byte[] reply = ("{\"count\":" + count + "}").getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(201, reply.length);
            exchange.getResponseBody().write(reply);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** All payloads have one length, so they are found without parsing, whose time would be measured too. */
    private int enter(byte[] body) {
        int count = 0;
        int start = nextPayload(body, 0);
        while (start >= 0 && start + Workload.PAYLOAD_BYTES < body.length) {
            ledger.arrived(Workload.numberIn(body, start));
            count++;
            start = nextPayload(body, start + Workload.PAYLOAD_BYTES);
        }
        return count;
    }

    /** Events of a log come with words around their data. */
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
