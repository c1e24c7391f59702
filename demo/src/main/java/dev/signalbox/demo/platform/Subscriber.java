package dev.signalbox.demo.platform;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Subscribes receivers by the platform's API. */
final class Subscriber {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final int CREATED = 201;
    private static final String CLIENT_TYPE = "application/json";

    private final URI subscriptions;
    private final String token;

    /** @param node a node's address */
    Subscriber(String node, String token) {
        this.subscriptions = URI.create(node + "/api/subscriptions");
        this.token = token;
    }

    /** Creates a subscription, and returns its secret, which is shown only now. */
    String subscribe(WebhookTarget target, URI url) throws IOException, InterruptedException {
        Map<String, Object> subscription = Map.of(
                "code",
                target.code(),
                "name",
                "Notices for " + target.code(),
                "target",
                url.toString(),
                "mode",
                target.mode(),
                "eventTypes",
                new Object[] {Map.of("eventTypeCode", PlatformWorkload.TYPE)});
        HttpRequest request = HttpRequest.newBuilder(subscriptions)
                .timeout(TIMEOUT)
                .header("Authorization", "Bearer " + token)
                .header("Content-Type", CLIENT_TYPE)
                .POST(HttpRequest.BodyPublishers.ofString(JsonMapper.shared().writeValueAsString(subscription)))
                .build();
        try (HttpClient http = HttpClient.newHttpClient()) {
            HttpResponse<String> answer = http.send(request, HttpResponse.BodyHandlers.ofString());
            JsonNode secret = JsonMapper.shared().readTree(answer.body()).path("secret");
            if (answer.statusCode() != CREATED || !secret.isString()) {
                throw new IOException(
                        "no subscription for " + target.code() + ": " + answer.statusCode() + " " + answer.body());
            }
            return secret.stringValue();
        }
    }
}
