package dev.signalbox.sink.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.signalbox.core.json.JsonCheck;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.message.Payload;
import dev.signalbox.core.outcome.Outcome;
import dev.signalbox.core.sink.Sink.Answer;
import dev.signalbox.core.sink.Sink.SinkLimits;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a request carries in each format. */
class HttpSinkFormatTest {
    private static final CloudEventFormat CLOUD_EVENTS = new CloudEventFormat("/shop", "application/json");
    private static final String PAYLOAD = " {\"total\" : 12345678901234567890.10,\n\"é\":\"\\u00e9\", \"total\":1e0} ";

    static List<MessageFormat> formats() {
        return List.of(MessageFormat.PAYLOAD, MessageFormat.ENVELOPE, CLOUD_EVENTS);
    }

    private static HttpSink sink(ScriptedServer server, MessageFormat format, int most) {
        return TestBatches.sink(
                HttpSinkSettings.of(server.uri()).withFormat(format).withLimits(new SinkLimits(most, 1 << 20)));
    }

    private static ScriptedServer.Request request(MessageFormat format, int most, Message... batch) throws Exception {
        try (ScriptedServer server = ScriptedServer.answering("200 OK", "", "");
                HttpSink sink = sink(server, format, most)) {
            assertThat(sink.send(List.of(batch))).isEqualTo(Answer.DELIVERED);
            return server.requests.getFirst();
        }
    }

    private static ScriptedServer.Request request(MessageFormat format, Message... batch) throws Exception {
        return request(format, 100, batch);
    }

    @Test
    void theEnvelopeHasIdTypeGroupTimeAndTheUnchangedPayload() throws Exception {
        ScriptedServer.Request request = request(
                MessageFormat.ENVELOPE,
                TestBatches.message("1", "order-7", PAYLOAD),
                TestBatches.message("2", null, "[]"));

        assertThat(request.head()).contains("Content-Type: application/json\r\n");
        assertThat(request.text())
                .isEqualTo("[{\"id\":\"1\",\"type\":\"EVENT\",\"group\":\"order-7\",\"time\":\"2026-03-01T12:00:00Z\","
                        + "\"data\":" + PAYLOAD + "},{\"id\":\"2\",\"type\":\"EVENT\",\"group\":null,"
                        + "\"time\":\"2026-03-01T12:00:00Z\",\"data\":[]}]");
    }

    @Test
    void theEnvelopeOfAnEventHasItsPositionAsIdAndItsTags() throws Exception {
        assertThat(request(MessageFormat.ENVELOPE, TestBatches.event(42, "{}", "order_id=7"))
                        .text())
                .isEqualTo("[{\"id\":\"42\",\"type\":\"OrderPlaced\",\"group\":null,\"time\":\"2026-03-01T12:00:00Z\","
                        + "\"tags\":{\"order_id\":\"7\"},\"data\":{}}]");
    }

    @Test
    void cloudEventsGoInBatches() throws Exception {
        ScriptedServer.Request request = request(CLOUD_EVENTS, TestBatches.message("1", "order-7", PAYLOAD));

        assertThat(request.head()).contains("Content-Type: application/cloudevents-batch+json\r\n");
        assertThat(request.text())
                .isEqualTo("[{\"specversion\":\"1.0\",\"id\":\"1\",\"source\":\"/shop\",\"type\":\"EVENT\","
                        + "\"time\":\"2026-03-01T12:00:00Z\",\"partitionkey\":\"order-7\","
                        + "\"datacontenttype\":\"application/json\",\"data\":" + PAYLOAD + "}]");
    }

    @Test
    void cloudEventsGoSinglyIfARequestMayHaveOneOnly() throws Exception {
        ScriptedServer.Request request = request(CLOUD_EVENTS, 1, TestBatches.message("1", null, "7"));

        assertThat(request.head()).contains("Content-Type: application/cloudevents+json\r\n", "webhook-id: 1\r\n");
        assertThat(request.text()).startsWith("{\"specversion\":\"1.0\",").endsWith("\"data\":7}");
        assertThat(request(CLOUD_EVENTS, 1, TestBatches.message("1", null, "7"), TestBatches.message("2", null, "8"))
                        .head())
                .contains("Content-Type: application/cloudevents-batch+json\r\n");
    }

    @Test
    void aPayloadOfAnotherContentTypeIsSentInBase64() throws Exception {
        Message xml = TestBatches.ofContentType("text/xml", "1", "<a>é</a>");
        Message json = TestBatches.ofContentType("application/vnd.shop+JSON ; charset=utf-8", "2", "{}");

        assertThat(request(CLOUD_EVENTS, xml, json).text())
                .contains("\"datacontenttype\":\"text/xml\",\"data_base64\":\"PGE+w6k8L2E+\"},{")
                .endsWith("\"datacontenttype\":\"application/vnd.shop+JSON ; charset=utf-8\",\"data\":{}}]");
    }

    @ParameterizedTest
    @MethodSource("formats")
    void aPayloadThatIsNotJsonIsRejectedAlone(MessageFormat format) throws Exception {
        try (ScriptedServer server = ScriptedServer.answering("200 OK", "", "");
                HttpSink sink = sink(server, format, 100)) {
            Answer.Mixed answer = (Answer.Mixed) sink.send(TestBatches.of("1", "1},{\"id\":\"forged\"", "3"));

            assertThat(answer.known().get(0)).isNull();
            assertThat(answer.known().get(1)).isInstanceOf(Outcome.Rejected.class);
            assertThat(answer.known().get(2)).isNull();
            assertThat(server.requests.getFirst().text()).doesNotContain("forged");
        }
    }

    @Test
    void aCloudEventWithoutATypeIsRejected() throws Exception {
        try (ScriptedServer server = ScriptedServer.answering("200 OK", "", "");
                HttpSink sink = sink(server, CLOUD_EVENTS, 100)) {
            assertThat(sink.send(List.of(TestBatches.message("1", null, "", Payload.of("{}")))))
                    .isEqualTo(new Answer.Each(List.of(
                            Outcome.Rejected.unsent("a CloudEvent needs an id and a type, and one of them is empty"))));
            assertThat(server.connections).hasValue(0);
        }
    }

    @ParameterizedTest
    @MethodSource("formats")
    void whateverTheTextsAreTheBodyIsOneJsonValueOfTheAnnouncedLength(MessageFormat format) throws Exception {
        List<Message> batch = new ArrayList<>();
        for (String text :
                List.of("plain", "\"},{\"id\":\"forged", "\r\n\u0000", "Zoë 😀", "\ud83d", "i".repeat(70_000))) {
            batch.add(TestBatches.message(text, text, "{}"));
            batch.add(TestBatches.message("large", text, "\"" + "x".repeat(40_000) + "\""));
        }
        BatchBody body = new BatchBody(batch, format, true);

        byte[] bytes = HttpRequestBodies.read(body).getBytes(StandardCharsets.UTF_8);

        assertThat(new JsonCheck().fault(bytes)).isNull();
        assertThat(body.contentLength()).isEqualTo(bytes.length);
    }

    @ParameterizedTest
    @MethodSource("formats")
    void theLimitOfARequestCountsWhatIsWrittenAroundPayloads(MessageFormat format) {
        List<Message> messages = List.of(
                TestBatches.message("1", "order-7", "{}"),
                TestBatches.message("Zoë \"😀\"", null, PAYLOAD),
                TestBatches.event(42, "{}", "order_id=7"),
                TestBatches.ofContentType("text/plain", "3", "12345"));
        SinkLimits limits = format.limited(new SinkLimits(10, 1_000));
        for (Message message : messages) {
            long sent = new BatchBody(List.of(message), format, false).contentLength();
            long counted = limits.sizeOf().applyAsLong(message);
            if (format.equals(MessageFormat.PAYLOAD)) {
                assertThat(counted).isEqualTo(message.size());
            } else {
                assertThat(counted).isBetween(sent, sent + 60);
            }
        }
    }

    @Test
    void refusesASourceThatIsNoUri() {
        assertThatThrownBy(() -> new CloudEventFormat("", "application/json")).hasMessageContaining("is empty");
        assertThatThrownBy(() -> new CloudEventFormat("my shop", "application/json"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("cloud-events.source my shop is no URI");
    }
}
