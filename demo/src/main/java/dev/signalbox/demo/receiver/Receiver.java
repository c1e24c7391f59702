package dev.signalbox.demo.receiver;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.signalbox.core.time.Clock;
import dev.signalbox.demo.workload.ActivityLog;
import dev.signalbox.demo.workload.ReceivedMessages;
import dev.signalbox.demo.workload.Severity;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.function.Function;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** An HTTP API that takes batches of the shop's events and jobs and of wallet events, and sometimes fails. */
public final class Receiver implements AutoCloseable {
    private static final int LARGEST_BODY = 16 << 20;

    private final HttpServer server;
    private final String token;
    private final FaultInjector faults;
    private final ActivityLog activity;
    private final ReceivedMessages events = new ReceivedMessages();
    private final ReceivedMessages jobs = new ReceivedMessages();
    private final ReceivedMessages wallets = new ReceivedMessages();
    private final LatencyWindow latencies;

    /** An answer without its headers. */
    private record Answer(int status, String body) {
        static Answer error(int status, String text) {
            return new Answer(status, "{\"error\":\"" + text + "\"}");
        }
    }

    private Receiver(HttpServer server, String token, FaultInjector faults, ActivityLog activity, Clock clock) {
        this.server = server;
        this.token = token;
        this.faults = faults;
        this.activity = activity;
        this.latencies = new LatencyWindow(clock);
    }

    /** Listens on a free port of the loopback interface. */
    public static Receiver start(String token, FaultInjector faults, ActivityLog activity, Clock clock)
            throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 64);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        Receiver receiver = new Receiver(server, token, faults, activity, clock);
        receiver.serve("/api/events/batch", receiver.events, ReceivedItem::ofShopEvent);
        receiver.serve("/api/dispatch/jobs/batch", receiver.jobs, ReceivedItem::ofShopJob);
        receiver.serve("/api/wallets/events", receiver.wallets, ReceivedItem::ofWalletEvent);
        server.start();
        return receiver;
    }

    public int port() {
        return server.getAddress().getPort();
    }

    /** The events of orders that arrived. */
    public ReceivedMessages events() {
        return events;
    }

    /** The dispatch jobs that arrived. */
    public ReceivedMessages jobs() {
        return jobs;
    }

    /** The wallet events that arrived; their ids are their positions in the log. */
    public ReceivedMessages wallets() {
        return wallets;
    }

    /** How long the shop's messages took. */
    public LatencyWindow latencies() {
        return latencies;
    }

    @Override
    public void close() {
        server.stop(0);
    }

    private void serve(String path, ReceivedMessages received, Function<JsonNode, ReceivedItem> reader) {
        server.createContext(path, exchange -> handle(exchange, received, reader));
    }

    private void handle(HttpExchange exchange, ReceivedMessages received, Function<JsonNode, ReceivedItem> reader)
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
            switch (faults.next()) {
                case OUTAGE -> send(exchange, Answer.error(503, "down for maintenance"));
                case SERVER_ERROR -> send(exchange, Answer.error(500, "the receiver stumbled"));
                case NONE -> send(exchange, accept(body, received, reader));
                case LOST_ANSWER -> {
                    // Closing the exchange without an answer looks like a lost answer to the sender.
                    Answer answer = accept(body, received, reader);
                    if (answer.status() >= 400) {
                        send(exchange, answer);
                    } else {
                        activity.add(Severity.WARNING, "the receiver's answer to a batch is lost: it is sent again");
                    }
                }
            }
        }
    }

    /** Takes the whole batch, or nothing if one item is bad. */
    private Answer accept(byte[] body, ReceivedMessages received, Function<JsonNode, ReceivedItem> reader) {
        List<ReceivedItem> items = new ArrayList<>();
        try {
            for (JsonNode node : JsonMapper.shared().readTree(body)) {
                items.add(reader.apply(node));
            }
        } catch (JacksonException | IllegalArgumentException e) {
            return Answer.error(400, "not a batch of messages");
        }
        for (ReceivedItem item : items) {
            if (item.currency().equals(ReceivedItem.UNKNOWN_CURRENCY)) {
                return Answer.error(400, "message " + item.name() + ": there is no currency '" + item.currency() + "'");
            }
        }
        items.forEach(item -> add(item, received));
        return new Answer(201, "{\"count\":" + items.size() + "}");
    }

    private void add(ReceivedItem item, ReceivedMessages received) {
        ReceivedMessages.Arrival arrival = received.add(item.id(), item.group(), item.sequence());
        if (arrival == ReceivedMessages.Arrival.FIRST && item.writtenAt() != 0) {
            latencies.add(item.writtenAt());
        }
        if (arrival == ReceivedMessages.Arrival.OVERTAKEN) {
            activity.add(Severity.ERROR, "message " + item.name() + " was overtaken in its group " + item.group());
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
