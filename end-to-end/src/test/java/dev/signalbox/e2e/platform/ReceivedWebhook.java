package dev.signalbox.e2e.platform;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A webhook request that reached the receiver.
 *
 * @param at when its last byte arrived, on this JVM's clock
 * @param headers by name in lower case
 * @param text the body, which is valid UTF-8
 */
record ReceivedWebhook(
        long at, Instant time, String method, String path, Map<String, List<String>> headers, String text) {
    /** The only header line of this name; empty if there is none. */
    String header(String name) {
        return Optional.ofNullable(headers.get(name.toLowerCase(Locale.ROOT)))
                .map(lines -> String.join(", ", lines))
                .orElse("");
    }

    boolean has(String name) {
        return headers.containsKey(name.toLowerCase(Locale.ROOT));
    }

    /** The id that stays the same in all attempts. */
    String id() {
        return header("webhook-id");
    }

    byte[] body() {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    JsonNode json() {
        return JsonMapper.shared().readTree(text);
    }

    /** The number that the test has put into the data. */
    int number() {
        JsonNode json = json();
        return (json.has("data") ? json.path("data") : json).path("n").asInt();
    }

    /** The group that the test has put into the data. */
    String group() {
        JsonNode json = json();
        return (json.has("data") ? json.path("data") : json).path("group").asString();
    }
}
