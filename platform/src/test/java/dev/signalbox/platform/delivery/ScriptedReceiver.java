package dev.signalbox.platform.delivery;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A receiver of webhooks on this machine, which answers as the test says. */
final class ScriptedReceiver implements AutoCloseable {
    /** One request as it arrived. */
    record Received(Map<String, List<String>> headers, String body) {
        /** Empty if it is not there; all values, if there are several. */
        String header(String name) {
            return headers.entrySet().stream()
                    .filter(entry -> entry.getKey().equalsIgnoreCase(name))
                    .map(entry -> String.join(" & ", entry.getValue()))
                    .findFirst()
                    .orElse("");
        }
    }

    final List<Received> requests = new CopyOnWriteArrayList<>();
    volatile int status = 200;
    volatile String answer = "";
    volatile Map<String, String> answerHeaders = Map.of();
    volatile CountDownLatch silent = new CountDownLatch(0);
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpServer server;

    ScriptedReceiver() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
        server.setExecutor(threads);
        server.createContext("/", this::take);
        server.start();
    }

    private void take(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        requests.add(new Received(Map.copyOf(exchange.getRequestHeaders()), body));
        try {
            silent.await();
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
        byte[] bytes = answer.getBytes(StandardCharsets.UTF_8);
        answerHeaders.forEach(exchange.getResponseHeaders()::set);
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        if (bytes.length > 0) {
            exchange.getResponseBody().write(bytes);
        }
        exchange.close();
    }

    Received last() {
        return requests.getLast();
    }

    String url(String path) {
        return "http://127.0.0.1:" + server.getAddress().getPort() + path;
    }

    @Override
    public void close() {
        silent.countDown();
        server.stop(0);
        threads.close();
    }
}
