package dev.signalbox.benchmarks.platform;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.signalbox.benchmarks.workload.Workload;
import dev.signalbox.core.time.Clock;
import dev.signalbox.sink.webhook.Header;
import dev.signalbox.sink.webhook.NameLookup;
import dev.signalbox.sink.webhook.TargetRules;
import dev.signalbox.sink.webhook.WebhookClient;
import dev.signalbox.sink.webhook.WebhookClientSettings;
import dev.signalbox.sink.webhook.WebhookRequest;
import dev.signalbox.sink.webhook.WebhookResponse;
import dev.signalbox.sink.webhook.WebhookResponse.Answered;
import dev.signalbox.sink.webhook.WebhookSecret;
import dev.signalbox.sink.webhook.WebhookSignature;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The process of {@link RawWebhooks}: sends signed requests from memory when it is asked to. Each group is sent in its order,
 * and all groups at the same time.
 *
 * @param receiver the port of the targets
 */
record RawWebhookSender(WebhookClient client, WebhookSecret secret, int receiver, EventShape shape) {
    /** Answers 200 when it is ready. */
    static final String READY = "/ready";

    /** Sends as many requests as the body says, and answers when all are answered. */
    static final String SEND = "/send";

    private static final int OK = 200;
    private static final int FAILED = 500;
    private static final int MOST_CONNECTIONS = 2_000;
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final Header JSON = new Header("Content-Type", "application/json");

    /** @param arguments the port to listen on, the port of the targets, and how many types and groups there are */
    public static void main(String[] arguments) throws IOException {
        int[] numbers = Stream.of(arguments).mapToInt(Integer::parseInt).toArray();
        WebhookClient client = new WebhookClient(
                new WebhookClientSettings(
                        new TargetRules(true, false, List.of()), MOST_CONNECTIONS, MOST_CONNECTIONS, TIMEOUT),
                NameLookup.SYSTEM,
                Clock.SYSTEM);
        RawWebhookSender sender = new RawWebhookSender(
                client, WebhookSecret.generate(new SecureRandom()), numbers[1], new EventShape(numbers[2], numbers[3]));
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), numbers[0]), 0);
        server.createContext(READY, exchange -> answer(exchange, OK, ""));
        server.createContext(SEND, sender::send);
        server.start();
    }

    private void send(HttpExchange exchange) throws IOException {
        int jobs = Integer.parseInt(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.US_ASCII));
        try {
            sendAll(jobs);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Exception e) {
            answer(exchange, FAILED, e.toString());
            return;
        }
        answer(exchange, OK, "");
    }

    private static void answer(HttpExchange exchange, int status, String text) throws IOException {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
        try (exchange) {
            exchange.getResponseBody().write(body);
        }
    }

    private void sendAll(int jobs) throws Exception {
        Map<Integer, List<Integer>> numbers = IntStream.range(0, jobs)
                .boxed()
                .collect(Collectors.groupingBy(number -> EventShape.session(number, shape.groups())));
        ConcurrentClients.run(shape.groups(), group -> {
            for (int number : numbers.getOrDefault(group, List.of())) {
                send(Workload.id(number), number);
            }
        });
    }

    private void send(String id, int number) throws InterruptedException {
        byte[] body = Workload.payload(number).getBytes(StandardCharsets.UTF_8);
        List<Header> headers = new ArrayList<>(
                WebhookSignature.headers(id, InstantSource.system().instant(), body, List.of(secret)));
        headers.add(JSON);
        headers.add(new Header("X-FlowCatalyst-ID", id));
        headers.add(new Header("X-FlowCatalyst-Causation-ID", id));
        headers.add(new Header("X-FlowCatalyst-Kind", "EVENT"));
        headers.add(new Header("X-FlowCatalyst-Code", shape.type(number)));
        WebhookRequest request = new WebhookRequest(
                WebhookReceiver.target(receiver, shape.typeOf(number)), headers, body, TIMEOUT, Long.MAX_VALUE);
        WebhookResponse response = client.send(request);
        if (!(response instanceof Answered answered) || answered.status() != OK) {
            throw new IllegalStateException("a target answered " + response);
        }
    }
}
