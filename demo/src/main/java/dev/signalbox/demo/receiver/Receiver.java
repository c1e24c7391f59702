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
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** An HTTP API that takes batches of events and dispatch jobs, and has its bad moments. */
public final class Receiver implements AutoCloseable {
    private static final int LARGEST_BODY = 16 << 20;
    private static final JsonMapper JSON = JsonMapper.shared();

    private final HttpServer server;
    private final String token;
    private final Till till;
    private final Weather weather;
    private final News news;
    private final Ledger events = new Ledger();
    private final Ledger jobs = new Ledger();
    private final Latencies latencies;

    /** What it answers with. */
    private record Reply(int status, String body) {}

    private Receiver(HttpServer server, String token, Till till, Weather weather, News news) {
        this.latencies = new Latencies(till.clock());
        this.server = server;
        this.token = token;
        this.till = till;
        this.weather = weather;
        this.news = news;
    }

    /** Listens on a free port of this machine only. */
    public static Receiver start(String token, Till till, Weather weather, News news) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 64);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        Receiver receiver = new Receiver(server, token, till, weather, news);
        server.createContext("/api/events/batch", exchange -> receiver.handle(exchange, receiver.events));
        server.createContext("/api/dispatch/jobs/batch", exchange -> receiver.handle(exchange, receiver.jobs));
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

    /** How long messages took. */
    public Latencies latencies() {
        return latencies;
    }

    /** Both ledgers together. */
    public Ledger.Totals totals() {
        return events.totals().plus(jobs.totals());
    }

    @Override
    public void close() {
        server.stop(0);
    }

    private void handle(HttpExchange exchange, Ledger ledger) throws IOException {
        try (exchange) {
            byte[] body;
            try (InputStream in = exchange.getRequestBody()) {
                body = in.readNBytes(LARGEST_BODY);
            }
            Optional<Reply> reply = isAllowed(exchange)
                    ? reply(body, ledger)
                    : Optional.of(new Reply(401, "{\"error\":\"a token is needed\"}"));
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

    private Optional<Reply> reply(byte[] body, Ledger ledger) {
        return switch (weather.next()) {
            case Weather.Fate.Outage(boolean first) -> {
                if (first) {
                    news.add(News.Tone.NOTABLE, "the receiver begins an outage: 503 to everything");
                }
                yield Optional.of(new Reply(503, "{\"error\":\"down for maintenance\"}"));
            }
            case Weather.Fate.Fault() -> Optional.of(new Reply(500, "{\"error\":\"the receiver stumbled\"}"));
            case Weather.Fate.Fair() -> Optional.of(accept(body, ledger, false));
            case Weather.Fate.LostAnswer() ->
                Optional.of(accept(body, ledger, true)).filter(reply -> reply.status() >= 400);
        };
    }

    /** All or nothing: one bad item makes it refuse the batch. */
    private Reply accept(byte[] body, Ledger ledger, boolean answerLost) {
        List<Item> items;
        try {
            items = read(body);
        } catch (JacksonException | IllegalArgumentException e) {
            return new Reply(400, "{\"error\":\"not a batch of messages\"}");
        }
        for (Item item : items) {
            if (item.isBad()) {
                return new Reply(
                        400,
                        "{\"error\":\"message " + item.id() + ": there is no currency '" + Item.UNKNOWN_CURRENCY
                                + "'\"}");
            }
        }
        enter(items, ledger, answerLost);
        return new Reply(201, "{\"count\":" + items.size() + "}");
    }

    private void enter(List<Item> items, Ledger ledger, boolean answerLost) {
        int repeated = 0;
        for (Item item : items) {
            switch (ledger.enter(item.lane(), item.number())) {
                case FIRST -> arrived(item);
                case REPEATED -> {} // that its answer was lost has been told
                case DUPLICATE -> repeated++;
                case OVERTAKEN -> news.add(News.Tone.BAD, "message " + item.id() + " was overtaken in its group");
            }
            if (answerLost) {
                ledger.answerLost(item.lane(), item.number());
            }
        }
        if (answerLost) {
            news.add(News.Tone.NOTABLE, "the answer to " + counted(items.size()) + " got lost: sent again");
        }
        if (repeated > 0) {
            news.add(News.Tone.NOTABLE, counted(repeated) + " came again, with the same id");
        }
    }

    private static String counted(int messages) {
        return messages == 1 ? "1 message" : messages + " messages";
    }

    private void arrived(Item item) {
        long latency = till.sinceCommit(item.id());
        if (latency >= 0) {
            latencies.add(latency);
        }
    }

    private static List<Item> read(byte[] body) {
        List<Item> items = new ArrayList<>();
        for (JsonNode node : JSON.readTree(body)) {
            items.add(Item.of(node));
        }
        return items;
    }
}
