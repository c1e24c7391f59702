package dev.signalbox.e2e.platform;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.signalbox.embedded.process.FreePort;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** One host with many targets, one for each path. It records every request, and each path answers as its test defines. */
final class WebhookReceiver implements AutoCloseable {
    private static final int BACKLOG = 500;

    static {
        // Otherwise answers wait for the sender's delayed acknowledgement.
        System.setProperty("sun.net.httpserver.nodelay", "true");
    }

    /** Chooses a reply. */
    interface Rule {
        /** @param attempt how many requests with the same webhook-id have reached this path, including this one */
        WebhookReply reply(ReceivedWebhook webhook, int attempt);
    }

    private final HttpServer server;
    private final int port;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Map<String, Rule> rules = new ConcurrentHashMap<>();
    private final Map<String, Target> targets = new ConcurrentHashMap<>();

    WebhookReceiver() {
        try {
            port = FreePort.find();
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), BACKLOG);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
    }

    String url(String path) {
        return "http://127.0.0.1:" + port + path;
    }

    /** Answers requests to this path this way from now on. */
    void answer(String path, Rule rule) {
        rules.put(path, rule);
    }

    /** Accepts requests to this path from now on. */
    void accept(String path) {
        rules.remove(path);
    }

    /** All requests to this path, in order of arrival. */
    List<ReceivedWebhook> at(String path) {
        return target(path).all();
    }

    /** The most requests to this path that were under way at one time. */
    int mostAtOnce(String path) {
        return target(path).most.get();
    }

    private Target target(String path) {
        return targets.computeIfAbsent(path, _ -> new Target());
    }

    @Override
    public void close() {
        closing.countDown();
        server.stop(0);
        threads.shutdownNow();
    }

    private void handle(HttpExchange exchange) throws IOException {
        String body = StandardCharsets.UTF_8
                .newDecoder()
                .decode(ByteBuffer.wrap(exchange.getRequestBody().readAllBytes()))
                .toString();
        Map<String, List<String>> headers = new HashMap<>();
        exchange.getRequestHeaders()
                .forEach((name, lines) -> headers.put(name.toLowerCase(Locale.ROOT), List.copyOf(lines)));
        ReceivedWebhook webhook = new ReceivedWebhook(
                System.nanoTime(),
                Instant.now(),
                exchange.getRequestMethod(),
                exchange.getRequestURI().getPath(),
                headers,
                body);
        Target target = target(webhook.path());
        WebhookReply reply = target.begin(webhook, rules.getOrDefault(webhook.path(), (_, _) -> WebhookReply.accept()));
        try (exchange) {
            perform(reply, target, exchange);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            target.end();
        }
    }

    private void perform(WebhookReply reply, Target target, HttpExchange exchange)
            throws IOException, InterruptedException {
        switch (reply) {
            case WebhookReply.Answer answer -> send(answer, target, exchange);
            case WebhookReply.Silence _ -> closing.await();
            case WebhookReply.Drip drip -> drip(drip, exchange);
            case WebhookReply.Flood _ -> flood(exchange);
            case WebhookReply.When when -> {
                when.opened().await();
                perform(when.then(), target, exchange);
            }
        }
    }

    /** The request is over before the answer leaves, so that the next one is not counted beside it. */
    private void send(WebhookReply.Answer answer, Target target, HttpExchange exchange)
            throws IOException, InterruptedException {
        if (isClosingWithin(answer.after())) {
            return;
        }
        byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
        answer.headers().forEach(exchange.getResponseHeaders()::add);
        target.answering();
        exchange.sendResponseHeaders(answer.status(), body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
    }

    private void drip(WebhookReply.Drip drip, HttpExchange exchange) throws IOException, InterruptedException {
        exchange.sendResponseHeaders(200, 0);
        OutputStream out = exchange.getResponseBody();
        while (!isClosingWithin(drip.every())) {
            out.write(' ');
            out.flush();
        }
    }

    private void flood(HttpExchange exchange) throws IOException {
        exchange.sendResponseHeaders(200, 0);
        OutputStream out = exchange.getResponseBody();
        byte[] piece = "x".repeat(1 << 16).getBytes(StandardCharsets.US_ASCII);
        while (closing.getCount() > 0) {
            out.write(piece);
        }
    }

    private boolean isClosingWithin(Duration time) throws InterruptedException {
        return time.isPositive() && closing.await(time.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** What one path has received. */
    private static final class Target {
        private final List<ReceivedWebhook> received = new ArrayList<>();
        private final Map<String, Integer> attempts = new HashMap<>();
        private final AtomicInteger under = new AtomicInteger();
        private final AtomicInteger most = new AtomicInteger();
        private final ThreadLocal<Boolean> counted = ThreadLocal.withInitial(() -> false);

        synchronized WebhookReply begin(ReceivedWebhook webhook, Rule rule) {
            most.accumulateAndGet(under.incrementAndGet(), Math::max);
            counted.set(true);
            received.add(webhook);
            return rule.reply(webhook, attempts.merge(webhook.id(), 1, Integer::sum));
        }

        synchronized List<ReceivedWebhook> all() {
            return List.copyOf(received);
        }

        void answering() {
            if (counted.get()) {
                counted.set(false);
                under.decrementAndGet();
            }
        }

        void end() {
            answering();
            counted.remove();
        }
    }
}
