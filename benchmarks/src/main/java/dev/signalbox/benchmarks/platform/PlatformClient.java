package dev.signalbox.benchmarks.platform;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What the benchmark asks of a node besides posting events. */
final class PlatformClient {
    private static final int CONNECTIONS = 8;
    private static final Duration UNTIL_PAUSED = Duration.ofSeconds(2);
    private static final int SHOWN = 500;
    private static final int OK = 200;
    private static final int REFUSED = 300;

    private final Supplier<HttpConnection> connections;

    PlatformClient(Supplier<HttpConnection> connections) {
        this.connections = connections;
    }

    /** Whether jobs of new subscriptions wait. */
    enum Start {
        ACTIVE,
        PAUSED
    }

    /** Creates a subscription that keeps the order of each group; returns its id. */
    String subscribe(String code, String type, URI target, Start start) throws IOException {
        String body = """
                {"code": "%s", "name": "%s", "target": "%s", "mode": "BLOCK_ON_ERROR", "status": "%s",
                 "whilePaused": "keep", "eventTypes": [{"eventTypeCode": "%s"}]}
                """.formatted(code, code, target, start, type);
        JsonNode id = call("POST", "/api/subscriptions", body).path("id");
        if (id.isMissingNode()) {
            throw new IOException("the answer to a new subscription has no id");
        }
        return id.asString();
    }

    /** Subscribes one target of the receiver to each type; returns the subscriptions' ids. */
    List<String> subscribeEach(int from, int to, WebhookReceiver receiver, Start start) throws Exception {
        String[] ids = new String[to - from];
        ConcurrentClients.run(CONNECTIONS, session -> {
            for (int i = session; i < ids.length; i += CONNECTIONS) {
                int type = from + i;
                ids[i] = subscribe("bench-" + type, EventShape.typeName(type), receiver.target(type), start);
            }
        });
        return List.of(ids);
    }

    /** Returns some time after the answers: deliveries go on until the node has read the change. */
    void pause(List<String> subscriptions) throws Exception {
        change(subscriptions, "pause");
        Thread.sleep(UNTIL_PAUSED);
    }

    void resume(List<String> subscriptions) throws Exception {
        change(subscriptions, "resume");
    }

    private void change(List<String> subscriptions, String change) throws Exception {
        ConcurrentClients.run(Math.min(CONNECTIONS, subscriptions.size()), session -> {
            for (int i : IntStream.range(0, subscriptions.size())
                    .filter(it -> it % CONNECTIONS == session)
                    .toArray()) {
                call("POST", "/api/subscriptions/" + subscriptions.get(i) + "/" + change, "");
            }
        });
    }

    private JsonNode call(String method, String path, String body) throws IOException {
        try (HttpConnection connection = connections.get()) {
            HttpMessage answer = connection.send(method, path, body.getBytes(StandardCharsets.UTF_8));
            check(method + " " + path, answer);
            return JsonMapper.shared().readTree(answer.body());
        }
    }

    /** Fails if the request was refused. */
    static void check(String request, HttpMessage answer) throws IOException {
        if (answer.status() < OK || answer.status() >= REFUSED) {
            String body = new String(answer.body(), StandardCharsets.UTF_8);
            throw new IOException(
                    request + ": " + answer.firstLine() + ": " + body.substring(0, Math.min(SHOWN, body.length())));
        }
    }
}
