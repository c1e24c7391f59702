package dev.signalbox.sink.http;

import dev.signalbox.core.message.Message;
import dev.signalbox.core.message.Message.Claim;
import dev.signalbox.core.message.Message.EventMetadata;
import dev.signalbox.core.message.Payload;
import dev.signalbox.core.message.Suspicion;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Messages and sinks for the tests. */
final class TestBatches {
    static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

    private TestBatches() {}

    /** Messages with the row ids row-0, row-1 and so on. */
    static List<Message> of(String... payloads) {
        AtomicInteger number = new AtomicInteger();
        return Arrays.stream(payloads)
                .map(payload -> message("row-" + number.getAndIncrement(), Payload.of(payload)))
                .toList();
    }

    /** A request body with these payloads. */
    static BatchBody body(List<Message> batch) {
        return new BatchBody(batch, MessageFormat.PAYLOAD, true);
    }

    static Message message(String id, Payload payload) {
        return message(id, null, "EVENT", payload);
    }

    static Message message(String id, @Nullable String group, String type, Payload payload) {
        return new Message(id, group, 0, type, payload, 0, NOW, new Claim(1, NOW), Suspicion.NONE);
    }

    /** A message of type EVENT. */
    static Message message(String id, @Nullable String group, String payload) {
        return message(id, group, "EVENT", Payload.of(payload));
    }

    /** An ungrouped message of type EVENT with a content type of its own. */
    static Message ofContentType(String contentType, String id, String payload) {
        return new Message(
                id,
                null,
                0,
                "EVENT",
                Payload.of(payload),
                0,
                NOW,
                new Claim(1, NOW),
                Suspicion.NONE,
                null,
                Map.of("content-type", contentType));
    }

    /** An event of a log, with transaction 700 and type OrderPlaced. */
    static Message event(long position, String data, String... tags) {
        EventMetadata eventMetadata = new EventMetadata(position, 700, List.of(tags));
        return new Message(
                Long.toString(position),
                null,
                0,
                "OrderPlaced",
                Payload.of(data),
                0,
                NOW,
                new Claim(1, NOW),
                Suspicion.NONE,
                eventMetadata,
                Map.of());
    }

    static HttpSink sink(URI endpoint) {
        return sink(HttpSinkSettings.of(endpoint));
    }

    static HttpSink sink(HttpSinkSettings settings) {
        return new HttpSink(settings, InstantSource.fixed(NOW));
    }

    /** Settings with short time-outs, for servers that keep a client waiting. */
    static HttpSinkSettings hasty(URI endpoint) {
        HttpSinkSettings usual = HttpSinkSettings.of(endpoint);
        var timeouts =
                new HttpSinkSettings.Timeouts(Duration.ofMillis(400), Duration.ofMillis(600), Duration.ofMillis(900));
        return new HttpSinkSettings(
                endpoint,
                null,
                usual.format(),
                timeouts,
                usual.limits(),
                usual.maxResponseBytes(),
                usual.retryAfterCap());
    }

    /** The usual settings with a bearer token. */
    static HttpSinkSettings withToken(URI endpoint, String token) {
        HttpSinkSettings usual = HttpSinkSettings.of(endpoint);
        return new HttpSinkSettings(
                endpoint,
                new BearerToken(token),
                usual.format(),
                usual.timeouts(),
                usual.limits(),
                usual.maxResponseBytes(),
                usual.retryAfterCap());
    }
}
