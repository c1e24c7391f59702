package dev.signalbox.sink.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.json.JsonBytes;
import dev.signalbox.core.json.JsonCheck;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.message.Message.Claim;
import dev.signalbox.core.message.Message.EventMetadata;
import dev.signalbox.core.message.Payload;
import dev.signalbox.core.message.Suspicion;
import dev.signalbox.core.outcome.Outcome;
import dev.signalbox.core.sink.Sink.Answer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HttpSinkEventTest {
    private static String body(Message... batch) throws Exception {
        return HttpRequestBodies.read(TestBatches.body(List.of(batch)));
    }

    /** The tags object in a body with one event. */
    private static String tags(String... tags) throws Exception {
        String body = body(TestBatches.event(1, "0", tags));
        return body.substring(body.indexOf("\"tags\":") + 7, body.indexOf(",\"data\":0"));
    }

    @Test
    void postsEventsWithTheirDataEmbeddedByteForByte() throws Exception {
        try (ScriptedServer server = ScriptedServer.answering("200 OK", "", "");
                HttpSink sink = TestBatches.sink(server.uri())) {
            List<Message> batch = List.of(
                    TestBatches.event(42, " {\"b\" : 1.0,\n\"é\":\"\\u0000\"} ", "order_id=7", "customer=Zoë"),
                    TestBatches.event(43, "null"));

            assertThat(sink.send(batch)).isEqualTo(Answer.DELIVERED);

            ScriptedServer.Request request = server.requests.getFirst();
            assertThat(request.text())
                    .isEqualTo("[{\"position\":42,\"transactionId\":\"700\",\"type\":\"OrderPlaced\","
                            + "\"tags\":{\"order_id\":\"7\",\"customer\":\"Zoë\"},"
                            + "\"data\": {\"b\" : 1.0,\n\"é\":\"\\u0000\"} ,\"occurredAt\":\"2026-03-01T12:00:00Z\"},"
                            + "{\"position\":43,\"transactionId\":\"700\",\"type\":\"OrderPlaced\",\"tags\":{},"
                            + "\"data\":null,\"occurredAt\":\"2026-03-01T12:00:00Z\"}]");
            assertThat(request.head()).contains("Content-Length: " + request.bytes().length + "\r\n");
        }
    }

    @Test
    void keepsEventsWhoseDataIsNotJsonOffTheWire() throws Exception {
        try (ScriptedServer server = ScriptedServer.answering("200 OK", "", "");
                HttpSink sink = TestBatches.sink(server.uri())) {
            Answer.Mixed answer = (Answer.Mixed) sink.send(List.of(
                    TestBatches.event(1, "1"),
                    TestBatches.event(2, "1},{\"position\":9,\"data\":1"),
                    TestBatches.event(3, "3")));

            assertThat(server.requests.getFirst().text())
                    .startsWith("[{\"position\":1,")
                    .contains("},{\"position\":3,")
                    .doesNotContain("\"position\":2", "\"position\":9");
            assertThat(answer.known().get(0)).isNull();
            assertThat(answer.known().get(1)).isInstanceOf(Outcome.Rejected.class);
            assertThat(answer.known().get(2)).isNull();
        }
    }

    @Test
    void makesAnObjectOfTheTags() throws Exception {
        assertThat(tags("a=1", "b=x=y", "c=", "d")).isEqualTo("{\"a\":\"1\",\"b\":\"x=y\",\"c\":\"\",\"d\":\"\"}");
        assertThat(tags("a=1", "b=2", "a=0", "a", "ab=3"))
                .isEqualTo("{\"a\":[\"1\",\"0\",\"\"],\"b\":\"2\",\"ab\":\"3\"}");
        assertThat(tags("", "=v")).isEqualTo("{\"\":[\"\",\"v\"]}");
        String[] many = IntStream.range(0, 2_000)
                .mapToObj(i -> "k" + i % 1_000 + "=" + i)
                .toArray(String[]::new);
        assertThat(tags(many)).startsWith("{\"k0\":[\"0\",\"1000\"],\"k1\":[\"1\",\"1001\"],");
    }

    @Test
    void escapesWhatJsonDoesNotAllowAndLeavesTheRest() throws Exception {
        assertThat(tags("q\"\\=\u0000\n\u001f\u007f/", "é€=😀\u2028"))
                .isEqualTo("{\"q\\\"\\\\\":\"\\u0000\\u000a\\u001f\u007f/\",\"é€\":\"😀\u2028\"}");
        assertThat(tags("half=\ud83d")).isEqualTo("{\"half\":\"\\ud83d\"}");
        byte[] body = body(TestBatches.event(1, "1", "a\"=\t😀é€")).getBytes(StandardCharsets.UTF_8);
        assertThat(new JsonCheck().fault(body)).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1970-01-01T00:00:00Z",
                "1969-12-31T23:59:59.999999999Z",
                "2024-02-29T01:02:03.100Z",
                "2026-12-31T23:59:59.000100Z",
                "2026-10-09T08:07:06.000000001Z",
                "0000-01-01T00:00:00Z",
                "9999-12-31T23:59:59.999Z",
                "+10000-01-01T00:00:00Z",
                "-0001-12-31T00:00:00Z"
            })
    void writesInstantsAsJavaDoes(String text) {
        JsonBytes json = new JsonBytes(1);
        json.instant(Instant.parse(text));
        assertThat(written(json)).isEqualTo("\"" + Instant.parse(text) + "\"");
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 9, 10, 4_294_967_296L, Long.MAX_VALUE, -1, -10, Long.MIN_VALUE})
    void writesNumbersOfAnySize(long number) {
        JsonBytes json = new JsonBytes(1);
        json.number(number);
        json.put(' ');
        json.unsigned(number);
        assertThat(written(json)).isEqualTo(number + " " + Long.toUnsignedString(number));
    }

    private static String written(JsonBytes json) {
        return new String(json.bytes(), 0, json.size(), StandardCharsets.UTF_8);
    }

    @Test
    void copesWithLargeDataLargeTagsAndRowsOfATableBetween() throws Exception {
        String large = "\"" + "x".repeat(100_000) + "\"";
        Message tagged = new Message(
                "9",
                null,
                0,
                "T".repeat(50_000),
                Payload.of(large),
                0,
                TestBatches.NOW,
                new Claim(1, TestBatches.NOW),
                Suspicion.NONE,
                new EventMetadata(9, -1, List.of("k=" + "v".repeat(50_000))),
                Map.of());
        List<Message> batch = new ArrayList<>(TestBatches.of("1", large));
        batch.add(1, tagged);
        batch.add(TestBatches.event(10, large));
        BatchBody body = TestBatches.body(batch);

        String text = HttpRequestBodies.read(body);

        assertThat(text.equals("[1,{\"position\":9,\"transactionId\":\"18446744073709551615\",\"type\":\""
                        + "T".repeat(50_000) + "\",\"tags\":{\"k\":\"" + "v".repeat(50_000) + "\"},\"data\":" + large
                        + ",\"occurredAt\":\"2026-03-01T12:00:00Z\"}," + large
                        + ",{\"position\":10,\"transactionId\":\"700\",\"type\":\"OrderPlaced\",\"tags\":{},\"data\":"
                        + large + ",\"occurredAt\":\"2026-03-01T12:00:00Z\"}]"))
                .isTrue();
        assertThat(body.contentLength()).isEqualTo(text.length());
    }
}
