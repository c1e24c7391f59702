package dev.signalbox.demo.nodes;

import dev.signalbox.demo.Reasons;
import dev.signalbox.demo.notifications.NotificationsRelay;
import dev.signalbox.runtime.metrics.MetricNames;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Asks a node over HTTP how it is, as anybody could. */
final class NodeProbe {
    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final int OK = 200;

    private final HttpClient client;
    private final String address;
    private final String token;

    /**
     * What a node says of itself, its relays together.
     *
     * @param completed messages delivered and recorded since it was started
     * @param retried failed attempts that were followed by another one, since it was started
     * @param problem why it pauses; empty if it doesn't. What goes to RabbitMQ, which is killed on purpose, is shown elsewhere
     */
    record Figures(long completed, long retried, String problem) {}

    NodeProbe(HttpClient client, int port, String token) {
        this.client = client;
        this.address = "http://127.0.0.1:" + port;
        this.token = token;
    }

    boolean isReady() throws InterruptedException {
        return get("/health/ready").isPresent();
    }

    /** Empty if it doesn't answer. */
    Optional<Figures> figures() throws InterruptedException {
        Optional<MetricsText> metrics = get("/metrics").map(MetricsText::new);
        if (metrics.isEmpty()) {
            return Optional.empty();
        }
        boolean outage = metrics.get().sumWithout(NotificationsRelay.NAME, MetricNames.OUTAGE) > 0;
        return Optional.of(new Figures(
                metrics.get().sum(MetricNames.COMPLETED),
                metrics.get().sum(MetricNames.RETRIED),
                outage ? problem() : ""));
    }

    /** Its pairs of topic and publisher; empty if it doesn't answer. */
    Optional<List<PairStatus>> pairs() throws InterruptedException {
        try {
            return get("/api/outbox/publishers")
                    .map(body -> JsonMapper.shared().readTree(body).valueStream())
                    .map(pairs -> pairs.map(PairStatus::of).toList());
        } catch (JacksonException e) {
            return Optional.empty(); // it was killed while it answered
        }
    }

    private String problem() throws InterruptedException {
        try {
            return get("/api/relays").stream()
                    .flatMap(body -> JsonMapper.shared().readTree(body).findParents("problem").stream())
                    .filter(relay -> !relay.path("name").asString("").equals(NotificationsRelay.NAME))
                    .map(relay -> relay.path("problem"))
                    .filter(problem -> problem.isString())
                    .map(problem -> Reasons.brief(problem.asString()))
                    .findFirst()
                    .orElse("the receiver is not available");
        } catch (JacksonException e) {
            return "the receiver is not available";
        }
    }

    private Optional<String> get(String path) throws InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(address + path))
                .timeout(PATIENCE)
                .header("Authorization", "Bearer " + token)
                .build();
        try {
            HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
            return Optional.of(response.body()).filter(_ -> response.statusCode() == OK);
        } catch (IOException e) {
            return Optional.empty(); // it is starting, or was killed a moment ago
        }
    }
}
