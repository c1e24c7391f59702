package dev.signalbox.demo.receiver;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.signalbox.demo.News;
import dev.signalbox.demo.shop.Till;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.Executors;

/** An HTTP API that takes batches of events, dispatch jobs and events of wallets, and has its bad moments. */
public final class Receiver implements AutoCloseable {
    private static final int LARGEST_BODY = 16 << 20;

    private final HttpServer server;
    private final String token;
    private final Weather weather;
    private final News news;
    private final Ledger events = new Ledger();
    private final Ledger jobs = new Ledger();
    private final WalletLedger wallets = new WalletLedger();
    private final Latencies latencies;

    private Receiver(HttpServer server, String token, Latencies latencies, Weather weather, News news) {
        this.latencies = latencies;
        this.server = server;
        this.token = token;
        this.weather = weather;
        this.news = news;
    }

    /** Listens on a free port of this machine only. */
    public static Receiver start(String token, Till till, Weather weather, News news) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 64);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        Receiver receiver = new Receiver(server, token, new Latencies(till.clock()), weather, news);
        receiver.offer("/api/events/batch", new MessageDesk(receiver.events, till, receiver.latencies, news));
        receiver.offer("/api/dispatch/jobs/batch", new MessageDesk(receiver.jobs, till, receiver.latencies, news));
        receiver.offer("/api/wallets/events", new WalletDesk(receiver.wallets, news));
        server.start();
        return receiver;
    }

    /** Where it listens. */
    public int port() {
        return server.getAddress().getPort();
    }

    /** The events that have arrived, by order. */
    public Ledger events() {
        return events;
    }

    /** The dispatch jobs that have arrived, by customer. */
    public Ledger jobs() {
        return jobs;
    }

    /** The events of wallets that have arrived. */
    public WalletLedger wallets() {
        return wallets;
    }

    /** How long the shop's messages took. */
    public Latencies latencies() {
        return latencies;
    }

    /** Both ledgers of the shop's messages together. */
    public Ledger.Totals totals() {
        return events.totals().plus(jobs.totals());
    }

    @Override
    public void close() {
        server.stop(0);
    }

    private void offer(String path, Desk desk) {
        server.createContext(path, exchange -> handle(exchange, desk));
    }

    private void handle(HttpExchange exchange, Desk desk) throws IOException {
        try (exchange) {
            byte[] body;
            try (InputStream in = exchange.getRequestBody()) {
                body = in.readNBytes(LARGEST_BODY);
            }
            Optional<Reply> reply =
                    isAllowed(exchange) ? reply(body, desk) : Optional.of(Reply.error(401, "a token is needed"));
            // Closing the exchange without an answer is what a lost answer looks like to the sender.
            if (reply.isPresent()) {
                send(exchange, reply.get());
            }
        }
    }

    private boolean isAllowed(HttpExchange exchange) {
        return ("Bearer " + token).equals(exchange.getRequestHeaders().getFirst("Authorization"));
    }

    private static void send(HttpExchange exchange, Reply reply) throws IOException {
        byte[] bytes = reply.body().getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        if (reply.status() == 503) {
            exchange.getResponseHeaders().set("Retry-After", "1");
        }
        exchange.sendResponseHeaders(reply.status(), bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    private Optional<Reply> reply(byte[] body, Desk desk) {
        return switch (weather.next()) {
            case Weather.Fate.Outage(boolean first) -> {
                if (first) {
                    news.add(News.Tone.NOTABLE, "the receiver begins an outage: 503 to everything");
                }
                yield Optional.of(Reply.error(503, "down for maintenance"));
            }
            case Weather.Fate.Fault() -> Optional.of(Reply.error(500, "the receiver stumbled"));
            case Weather.Fate.Fair() -> Optional.of(desk.accept(body, false));
            case Weather.Fate.LostAnswer() ->
                Optional.of(desk.accept(body, true)).filter(reply -> reply.status() >= 400);
        };
    }
}
