package dev.signalbox.demo.nodes;

import dev.signalbox.demo.workload.FailureReason;
import dev.signalbox.runtime.metrics.MetricNames;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Asks a node for its state over its HTTP API. */
final class NodeClient {
    private static final Duration TIMEOUT = Duration.ofSeconds(2);
    private static final int OK = 200;
    private static final String UNKNOWN_PROBLEM = "the receiver is not available";
    /** RabbitMQ is killed on purpose; the lines of the notifications example show that. */
    private static final String RABBITMQ_RELAY = "notifications";

    private final HttpClient http;
    private final String token;

    /**
     * The sums over all relays of a node since its start.
     *
     * @param problem why a relay pauses; empty if none does
     */
    record Metrics(long completed, long retried, String problem) {
        static final Metrics NONE = new Metrics(0, 0, "");
    }

    NodeClient(HttpClient http, String token) {
        this.http = http;
        this.token = token;
    }

    boolean isReady(int port) throws InterruptedException {
        return get(port, "/health/ready").isPresent();
    }

    /** Empty if the node does not answer. */
    Optional<Metrics> metrics(int port) throws InterruptedException {
        Optional<String> answer = get(port, "/metrics");
        if (answer.isEmpty()) {
            return Optional.empty();
        }
        String text = answer.get();
        boolean paused = sum(text, MetricNames.OUTAGE, line -> !line.contains("relay=\"" + RABBITMQ_RELAY + "\"")) > 0;
        return Optional.of(new Metrics(
                sum(text, MetricNames.COMPLETED, _ -> true),
                sum(text, MetricNames.RETRIED, _ -> true),
                paused ? problem(port) : ""));
    }

    /** Empty if the node does not answer. */
    Optional<List<FeedStatus>> feeds(int port) throws InterruptedException {
        try {
            return get(port, "/api/outbox/publishers")
                    .map(body -> JsonMapper.shared().readTree(body).valueStream())
                    .map(feeds -> feeds.map(FeedStatus::parse).toList());
        } catch (JacksonException e) {
            return Optional.empty(); // it was killed while it answered
        }
    }

    private String problem(int port) throws InterruptedException {
        try {
            return get(port, "/api/relays").stream()
                    .flatMap(body -> JsonMapper.shared().readTree(body).findParents("problem").stream())
                    .filter(relay -> !relay.path("name").asString("").equals(RABBITMQ_RELAY))
                    .map(relay -> relay.path("problem"))
                    .filter(JsonNode::isString)
                    .map(problem -> FailureReason.brief(problem.asString()))
                    .findFirst()
                    .orElse(UNKNOWN_PROBLEM);
        } catch (JacksonException e) {
            return UNKNOWN_PROBLEM;
        }
    }

    /** The sum of a metric in Prometheus text format over those of its lines that match. */
    static long sum(String metrics, String name, Predicate<String> matches) {
        String start = MetricNames.ALL.stream()
                        .filter(metric -> metric.name().equals(name))
                        .findFirst()
                        .orElseThrow()
                        .shown()
                + "{";
        return Math.round(metrics.lines()
                .filter(line -> line.startsWith(start) && matches.test(line))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum());
    }

    private Optional<String> get(int port, String path) throws InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .timeout(TIMEOUT)
                .header("Authorization", "Bearer " + token)
                .build();
        try {
            HttpResponse<String> response = http.send(request, HttpResponse.BodyHandlers.ofString());
            return Optional.of(response.body()).filter(_ -> response.statusCode() == OK);
        } catch (IOException e) {
            return Optional.empty(); // it is starting, or was killed a moment ago
        }
    }
}
