package dev.signalbox.e2e;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The destination: records all requests, and answers as the test defines. */
final class Receiver implements AutoCloseable {
    static {
        // Otherwise answers wait for the sender's delayed acknowledgement.
        System.setProperty("sun.net.httpserver.nodelay", "true");
    }

    private final int port = TestFolders.freePort();
    private final List<ReceivedRequest> seen = new ArrayList<>();
    private final List<ReceivedRequest> kept = new ArrayList<>();
    private final CountDownLatch closing = new CountDownLatch(1);
    private volatile Function<ReceivedRequest, ReceiverReply> rule = ReceiverReply::accept;
    private @Nullable HttpServer server;
    private @Nullable ExecutorService threads;

    Receiver() {
        open();
    }

    String url() {
        return "http://127.0.0.1:" + port;
    }

    /** Answers this way from now on. */
    void answer(Function<ReceivedRequest, ReceiverReply> newRule) {
        rule = newRule;
    }

    /** Accepts every request at once from now on. */
    void accept() {
        rule = ReceiverReply::accept;
    }

    /** Listens, on the same port as before. */
    synchronized void open() {
        try {
            HttpServer fresh = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 200);
            ExecutorService virtual = Executors.newVirtualThreadPerTaskExecutor();
            fresh.setExecutor(virtual);
            fresh.createContext("/", this::handle);
            fresh.start();
            server = fresh;
            threads = virtual;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Closes its port and every connection. */
    synchronized void shut() {
        if (server != null) {
            server.stop(0);
            server = null;
        }
        if (threads != null) {
            threads.shutdownNow();
            threads = null;
        }
    }

    /** All requests in order of arrival. */
    List<ReceivedRequest> seen() {
        synchronized (seen) {
            return List.copyOf(seen);
        }
    }

    /** The requests whose items it has kept, whether or not the sender knows. */
    List<ReceivedRequest> kept() {
        synchronized (seen) {
            return List.copyOf(kept);
        }
    }

    /** The number of items kept, duplicates included. */
    long keptItems() {
        synchronized (seen) {
            return kept.stream()
                    .mapToLong(receivedRequest -> receivedRequest.items().size())
                    .sum();
        }
    }

    boolean hasKept(String id) {
        return kept().stream().anyMatch(receivedRequest -> receivedRequest.has(id));
    }

    List<ReceivedRequest> seenWith(String id) {
        return seen().stream()
                .filter(receivedRequest -> receivedRequest.has(id))
                .toList();
    }

    /** The connections that requests used. */
    Set<Integer> connections() {
        return seen().stream().map(ReceivedRequest::connection).collect(Collectors.toSet());
    }

    /** The time of the first request on a connection other than these; 0 if there is none. */
    long firstByOthersThan(Set<Integer> connections) {
        return seen().stream()
                .filter(receivedRequest -> !connections.contains(receivedRequest.connection()))
                .mapToLong(ReceivedRequest::at)
                .findFirst()
                .orElse(0);
    }

    /** The numbers of the items kept from requests to this path, duplicates included. */
    List<Long> keptNumbers(String path) {
        return kept().stream()
                .filter(receivedRequest -> receivedRequest.path().equals(path))
                .flatMap(receivedRequest -> receivedRequest.items().stream())
                .map(ReceivedItem::number)
                .toList();
    }

    @Override
    public void close() {
        closing.countDown();
        shut();
    }

    private void handle(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        String authorization = exchange.getRequestHeaders().getFirst("Authorization");
        ReceivedRequest receivedRequest = new ReceivedRequest(
                System.nanoTime(),
                exchange.getRequestURI().getPath(),
                authorization == null ? "" : authorization,
                exchange.getRemoteAddress().getPort(),
                body.length,
                ReceivedItem.split(new String(body, StandardCharsets.UTF_8)));
        ReceiverReply receiverReply;
        synchronized (seen) {
            receiverReply = rule.apply(receivedRequest);
            seen.add(receivedRequest);
            if (receiverReply.keeps()) {
                kept.add(receivedRequest);
            }
        }
        try (exchange) {
            perform(receiverReply, exchange);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void perform(ReceiverReply receiverReply, HttpExchange exchange) throws IOException, InterruptedException {
        switch (receiverReply) {
            case ReceiverReply.Answer answer -> send(answer, exchange);
            case ReceiverReply.Silence _ -> closing.await();
            case ReceiverReply.Drop _ -> exchange.close();
            case ReceiverReply.Drip drip -> drip(drip, exchange);
            case ReceiverReply.When when -> {
                when.opened().await();
                perform(when.then(), exchange);
            }
        }
    }

    private void send(ReceiverReply.Answer answer, HttpExchange exchange) throws IOException, InterruptedException {
        if (isClosingWithin(answer.after())) {
            return;
        }
        byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        answer.headers().forEach(exchange.getResponseHeaders()::add);
        exchange.sendResponseHeaders(answer.status(), body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
    }

    private void drip(ReceiverReply.Drip drip, HttpExchange exchange) throws IOException, InterruptedException {
        exchange.sendResponseHeaders(201, 0);
        OutputStream out = exchange.getResponseBody();
        while (!isClosingWithin(drip.every())) {
            out.write(' ');
            out.flush();
        }
    }

    private boolean isClosingWithin(Duration time) throws InterruptedException {
        return time.isPositive() && closing.await(time.toNanos(), TimeUnit.NANOSECONDS);
    }
}
