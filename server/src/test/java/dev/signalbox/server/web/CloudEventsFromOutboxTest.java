package dev.signalbox.server.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.message.Message;
import dev.signalbox.core.message.Message.Claim;
import dev.signalbox.core.message.Payload;
import dev.signalbox.core.message.Suspicion;
import dev.signalbox.core.outcome.Outcome;
import dev.signalbox.core.sink.Sink.Answer;
import dev.signalbox.core.sink.Sink.SinkLimits;
import dev.signalbox.sink.http.BearerToken;
import dev.signalbox.sink.http.CloudEventFormat;
import dev.signalbox.sink.http.HttpSink;
import dev.signalbox.sink.http.HttpSinkSettings;
import java.net.URI;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The HTTP sink posts CloudEvents to the event platform. */
@SuppressWarnings("NullAway.Init") // set before all tests
class CloudEventsFromOutboxTest {
    private static final Instant WRITTEN = Instant.parse("2026-03-01T12:00:00.123Z");

    @AutoClose
    private static PlatformNode node;

    @BeforeAll
    static void start(@TempDir Path folder) throws Exception {
        node = PlatformNode.start(folder, "");
    }

    private static HttpSink sink(String path, int batchSize) {
        HttpSinkSettings usual = HttpSinkSettings.of(URI.create("http://127.0.0.1:" + node.port() + path));
        return new HttpSink(
                new HttpSinkSettings(
                        usual.endpoint(),
                        new BearerToken(PlatformNode.TOKEN),
                        new CloudEventFormat("/shop", "application/json"),
                        usual.timeouts(),
                        new SinkLimits(batchSize, 1 << 20),
                        usual.maxResponseBytes(),
                        usual.retryAfterCap()),
                InstantSource.system());
    }

    private static Message message(String id, String type, String payload) {
        return new Message(
                id, "order-7", 0, type, Payload.of(payload), 0, WRITTEN, new Claim(1, WRITTEN), Suspicion.NONE);
    }

    private static List<JsonNode> stored(String type) throws Exception {
        return List.copyOf(
                node.get("/api/events?type=" + type).json().path("items").values());
    }

    @Test
    void aBatchIsStoredOnceWithTypeGroupTimeAndData() throws Exception {
        List<Message> batch = List.of(
                message("1", "outbox.batch", "{\"total\":12.50,\"n\":12345678901234567890}"),
                message("2", "outbox.batch", "[]"));
        try (HttpSink sink = sink("/api/events/batch", 100)) {
            assertThat(sink.send(batch)).isEqualTo(Answer.DELIVERED);
            assertThat(sink.send(batch)).as("again").isEqualTo(Answer.DELIVERED);
        }

        List<JsonNode> events = stored("outbox.batch");
        assertThat(events).hasSize(2).allSatisfy(event -> {
            assertThat(event.path("source").asString()).isEqualTo("/shop");
            assertThat(event.path("messageGroup").asString()).isEqualTo("order-7");
            assertThat(Instant.parse(event.path("time").asString())).isEqualTo(WRITTEN);
        });
        assertThat(node.get("/api/events?type=outbox.batch").response().body())
                .contains("\"data\":{\"total\":12.50,\"n\":12345678901234567890}", "\"data\":[]");
    }

    @Test
    void aSingleEventIsStored() throws Exception {
        try (HttpSink sink = sink("/api/events", 1)) {
            assertThat(sink.send(List.of(message("3", "outbox.single", "{}")))).isEqualTo(Answer.DELIVERED);
        }
        assertThat(stored("outbox.single")).hasSize(1);
    }

    @Test
    void aBadEventOfABatchIsRejectedWhereThePlatformSaysWhich() throws Exception {
        List<Message> batch = List.of(
                message("4", "outbox.partial", "{}"),
                message("5\n", "outbox.partial", "{}"),
                message("6", "outbox.partial", "{}"));
        try (HttpSink sink = sink("/api/events/batch", 100)) {
            assertThat(((Answer.Whole) sink.send(batch)).outcome()).isInstanceOf(Outcome.Rejected.class);
        }
        assertThat(stored("outbox.partial")).isEmpty();

        try (HttpSink sink = sink("/api/events/batch?partial=true", 100)) {
            assertThat(((Answer.Each) sink.send(batch)).outcomes())
                    .satisfiesExactly(
                            good -> assertThat(good).isEqualTo(Outcome.DELIVERED),
                            bad -> assertThat(bad).isInstanceOf(Outcome.Rejected.class),
                            good -> assertThat(good).isEqualTo(Outcome.DELIVERED));
        }
        assertThat(stored("outbox.partial")).hasSize(2);
    }
}
