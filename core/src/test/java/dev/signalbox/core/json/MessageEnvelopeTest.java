package dev.signalbox.core.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.message.Message;
import dev.signalbox.core.message.Message.Claim;
import dev.signalbox.core.message.Message.EventMetadata;
import dev.signalbox.core.message.Payload;
import dev.signalbox.core.message.Suspicion;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class MessageEnvelopeTest {
    private static final Instant WRITTEN = Instant.parse("2026-03-01T12:00:00.123456789Z");
    private static final String PAYLOAD = " {\"total\": 1.10e0} ";

    private static Message message(String id, @Nullable String group, String type, @Nullable EventMetadata event) {
        return new Message(
                id,
                group,
                0,
                type,
                Payload.of(PAYLOAD),
                0,
                WRITTEN,
                new Claim(1, WRITTEN),
                Suspicion.NONE,
                event,
                Map.of());
    }

    private static byte[] written(Message message) {
        JsonBytes json = new JsonBytes(1);
        MessageEnvelope.open(json, message);
        json.put(message.payload().bytes());
        MessageEnvelope.close(json);
        return Arrays.copyOf(json.bytes(), json.size());
    }

    private static String text(Message message) {
        return new String(written(message), StandardCharsets.UTF_8);
    }

    @Test
    void hasTheMessageAroundItsUnchangedPayload() {
        assertThat(text(message("1", "order-7", "OrderPlaced", null)))
                .isEqualTo("{\"id\":\"1\",\"type\":\"OrderPlaced\",\"group\":\"order-7\","
                        + "\"time\":\"2026-03-01T12:00:00.123456789Z\",\"data\": {\"total\": 1.10e0} }");
    }

    @Test
    void anUngroupedMessageHasNoGroup() {
        assertThat(text(message("1", null, "OrderPlaced", null))).contains(",\"group\":null,");
        assertThat(text(message("1", "", "OrderPlaced", null))).contains(",\"group\":\"\",");
    }

    @Test
    void anEventOfALogHasItsTags() {
        var event = new EventMetadata(42, 7, List.of("order_id=7", "item=a", "item=b"));
        assertThat(text(message("42", "order-7", "OrderPlaced", event)))
                .contains(",\"tags\":{\"order_id\":\"7\",\"item\":[\"a\",\"b\"]},\"data\":");
    }

    @Test
    void tagsThatShareAKeyAreNeverCountedTooLow() {
        Message message = message("1", null, "T", new EventMetadata(1, 1, List.of("k=1", "k=2", "k", "k=\"")));
        assertThat(MessageEnvelope.size(message) + message.size()).isGreaterThanOrEqualTo(written(message).length);
    }

    @Test
    void whateverTheTextsAreItIsOneJsonValueOfTheKnownSize() {
        List<String> texts =
                List.of("", "plain", "\"},{\"id\":\"forged", "\r\n\u0000", "Zoë 😀", "\ud83d", "x".repeat(100_000));
        for (String text : texts) {
            for (EventMetadata event :
                    Arrays.asList(null, new EventMetadata(1, 1, List.of(text, "a=" + text, "b=" + text)))) {
                Message message = message(text, text, text, event);
                byte[] envelope = written(message);

                assertThat(new JsonCheck().fault(envelope)).isNull();
                assertThat(MessageEnvelope.size(message) + message.size())
                        .isBetween((long) envelope.length, envelope.length + 50L);
            }
        }
    }
}
