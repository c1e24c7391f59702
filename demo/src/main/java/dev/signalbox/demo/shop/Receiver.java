package dev.signalbox.demo.shop;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.signalbox.core.time.Clock;
import dev.signalbox.demo.workload.ActivityLog;
import dev.signalbox.demo.workload.ReceivedMessages;
import dev.signalbox.embedded.files.Passwords;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Executors;
import java.util.function.Function;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** An HTTP API that takes batches of envelopes, of the shop's messages and of wallet events, and sometimes fails. */
public final class Receiver implements AutoCloseable {
    static final String UNKNOWN_CURRENCY = "???";
    private static final int LARGEST_BODY = 16 << 20;
    private static final int LATENCIES = 1_000;

    private final HttpServer server;
    private final String token = Passwords.random();
    private final FaultInjector faults;
    private final ActivityLog activity;
    private final ReceivedMessages shop = new ReceivedMessages();
    private final ReceivedMessages wallets = new ReceivedMessages();
    private final long[] latencies = new long[LATENCIES];
    private int measured;

    private record Answer(int status, String body) {
        static Answer error(int status, String text) {
            return new Answer(status, "{\"error\":\"" + text + "\"}");
        }
    }

    /** One message of a batch; its id grows within a group, and the time when it was written is 0 if unknown. */
    private record Item(long id, String group, String currency, long writtenAt) {
        static Item ofShop(JsonNode envelope) {
            JsonNode data = envelope.path("data");
            return new Item(
                    Long.parseLong(envelope.path("id").asString()),
                    envelope.path("group").asString(),
                    data.path("currency").asString(""),
                    data.path("writtenAt").asLong(0));
        }

        static Item ofWallet(JsonNode envelope) {
            String wallet = envelope.path("tags").path("wallet_id").asString();
            return new Item(Long.parseLong(envelope.path("id").asString()), wallet, "", 0);
        }
    }

    /** Starts the server. */
    public Receiver(FaultInjector faults, ActivityLog activity) throws IOException {
        this.faults = faults;
        this.activity = activity;
        this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 64);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/api/events/batch", exchange -> handle(exchange, shop, Item::ofShop));
        server.createContext("/api/dispatch/jobs/batch", exchange -> handle(exchange, shop, Item::ofShop));
        server.createContext("/api/wallets/events", exchange -> handle(exchange, wallets, Item::ofWallet));
        server.start();
    }

    int port() {
        return server.getAddress().getPort();
    }

    String token() {
        return token;
    }

    ReceivedMessages shop() {
        return shop;
    }

    /** The wallet events that arrived; their ids are their positions in the log. */
    public ReceivedMessages wallets() {
        return wallets;
    }

    boolean isDown() {
        return faults.isOutage();
    }

    /** A quantile of the times that the shop's latest messages took, as text. */
    String latency(double share) {
        long[] sorted;
        synchronized (latencies) {
            sorted = Arrays.copyOf(latencies, Math.min(measured, LATENCIES));
        }
        Arrays.sort(sorted);
        return sorted.length == 0
                ? "–"
                : String.format(Locale.ROOT, "%.0f ms", sorted[(int) ((sorted.length - 1) * share)] / 1e6);
    }

    @Override
    public void close() {
        server.stop(0);
    }

    private void handle(HttpExchange exchange, ReceivedMessages received, Function<JsonNode, Item> reader)
            throws IOException {
        try (exchange) {
            byte[] body;
            try (InputStream in = exchange.getRequestBody()) {
                body = in.readNBytes(LARGEST_BODY);
            }
            if (!("Bearer " + token).equals(exchange.getRequestHeaders().getFirst("Authorization"))) {
                send(exchange, Answer.error(401, "a token is needed"));
                return;
            }
            FaultInjector.Fault fault = faults.next();
            Answer answer = switch (fault) {
                case OUTAGE -> Answer.error(503, "down for maintenance");
                case SERVER_ERROR -> Answer.error(500, "the receiver stumbled");
                case NONE, LOST_ANSWER -> accept(body, received, reader);
            };
            if (fault == FaultInjector.Fault.LOST_ANSWER && answer.status() < 400) {
                // Closing the exchange without an answer looks like a lost answer to the sender.
                activity.warning("the receiver's answer to a batch is lost: it is sent again");
            } else {
                send(exchange, answer);
            }
        }
    }

    /** Takes the whole batch, or nothing if one item is bad. */
    private Answer accept(byte[] body, ReceivedMessages received, Function<JsonNode, Item> reader) {
        List<Item> items = new ArrayList<>();
        try {
            for (JsonNode node : JsonMapper.shared().readTree(body)) {
                items.add(reader.apply(node));
            }
        } catch (JacksonException | IllegalArgumentException e) {
            return Answer.error(400, "not a batch of messages");
        }
        for (Item item : items) {
            if (item.currency().equals(UNKNOWN_CURRENCY)) {
                return Answer.error(400, "message " + item.id() + ": there is no currency '" + item.currency() + "'");
            }
        }
        items.forEach(item -> add(item, received));
        return new Answer(201, "{\"count\":" + items.size() + "}");
    }

    private void add(Item item, ReceivedMessages received) {
        ReceivedMessages.Arrival arrival = received.add(item.id(), item.group(), item.id());
        if (arrival == ReceivedMessages.Arrival.FIRST && item.writtenAt() != 0) {
            synchronized (latencies) {
                latencies[measured++ % LATENCIES] = Clock.SYSTEM.nanos() - item.writtenAt();
            }
        }
        if (arrival == ReceivedMessages.Arrival.OVERTAKEN) {
            activity.error("message " + item.id() + " was overtaken in its group " + item.group());
        }
    }

    private static void send(HttpExchange exchange, Answer answer) throws IOException {
        byte[] bytes = answer.body().getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        if (answer.status() == 503) {
            exchange.getResponseHeaders().set("Retry-After", "1");
        }
        exchange.sendResponseHeaders(answer.status(), bytes.length);
        exchange.getResponseBody().write(bytes);
    }
}
