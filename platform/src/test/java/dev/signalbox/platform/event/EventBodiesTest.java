package dev.signalbox.platform.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.signalbox.platform.input.FieldError;
import dev.signalbox.platform.input.InputLimits;
import dev.signalbox.platform.input.InputTooLargeException;
import dev.signalbox.platform.input.InvalidInputException;
import dev.signalbox.platform.json.MalformedJsonException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class EventBodiesTest {
    private static byte[] bytes(String json) {
        return json.getBytes(StandardCharsets.UTF_8);
    }

    private static EventDraft read(String json) throws Exception {
        return EventBodies.single("", EventFormat.PLAIN, bytes(json));
    }

    private static List<FieldError> errors(EventFormat format, String json) {
        return catchThrowableOfType(InvalidInputException.class, () -> EventBodies.single("shop", format, bytes(json)))
                .errors();
    }

    @Test
    void allFieldsAreRead() throws Exception {
        EventDraft event = read("""
                {"id":"x","specVersion":"2.1","type":"order.created","source":"shop","subject":"order:1",
                 "time":"2026-01-31T09:30:00.123456+01:00","data":{"amount": 99.990},"correlationId":"c","causationId":"d",
                 "deduplicationId":"e","messageGroup":"g","clientId":"acme","metadata":{"unknown":true},
                 "contextData":[{"key":"region","value":"eu"},{"key":"empty","value":null}]}""");

        assertThat(event.specVersion()).isEqualTo("2.1");
        assertThat(event.time()).isEqualTo(Instant.parse("2026-01-31T08:30:00.123456Z"));
        assertThat(Objects.requireNonNull(event.data()).text()).isEqualTo("{\"amount\": 99.990}");
        assertThat(event.deduplicationId()).isEqualTo("e");
        assertThat(event.client()).isEqualTo("acme");
        assertThat(event.contextData())
                .containsExactly(new ContextEntry("region", "eu"), new ContextEntry("empty", ""));
    }

    @Test
    void theDeduplicationIdOfACloudEventCanBePostedBack() throws Exception {
        EventDraft stored = EventBodies.single(
                "",
                EventFormat.CLOUD_EVENT,
                bytes("{\"specversion\":\"1.0\",\"id\":\"7\",\"source\":\"/shop\",\"type\":\"t\"}"));

        EventDraft again = read("{\"type\":\"t\",\"deduplicationId\":\"/shop\\u001f7\"}");

        assertThat(again.deduplicationId()).isEqualTo(stored.deduplicationId());
        assertThat(errors(EventFormat.PLAIN, "{\"type\":\"t\",\"deduplicationId\":\"a\\u001fb\\u001fc\"}"))
                .extracting(FieldError::field)
                .containsExactly("deduplicationId");
    }

    @Test
    void defaultsApply() throws Exception {
        EventDraft event = read("{\"type\":\"t\",\"id\":\"mine\"}");

        assertThat(event.specVersion()).isEqualTo("1.0");
        assertThat(event.deduplicationId())
                .as("the client's id identifies the event")
                .isEqualTo("mine");
        assertThat(event.time()).isNull();
        assertThat(event.data()).isNull();
    }

    @Test
    void everythingThatIsWrongIsNamedAtOnce() {
        List<FieldError> errors = errors(EventFormat.PLAIN, """
                {"type":"a b","specVersion":"1","source":7,"subject":"a\\nb","time":"yesterday","correlationId":"%s",
                 "clientId":"other","contextData":[{"value":"v"},3]}""".formatted("x".repeat(256)));

        assertThat(errors)
                .extracting(FieldError::field)
                .containsExactlyInAnyOrder(
                        "type",
                        "specVersion",
                        "source",
                        "subject",
                        "time",
                        "correlationId",
                        "clientId",
                        "contextData[0].key",
                        "contextData[1]");
        assertThat(errors).allSatisfy(error -> assertThat(error.index()).isNull());
    }

    @Test
    void aTypeIsRequiredAndVisible() {
        assertThat(errors(EventFormat.PLAIN, "{}"))
                .extracting(FieldError::field)
                .containsExactly("type");
        assertThat(errors(EventFormat.PLAIN, "{\"type\":\"\"}")).hasSize(1);
        assertThat(errors(EventFormat.PLAIN, "{\"type\":\"a\\u200bb\"}")).hasSize(1);
        assertThat(errors(EventFormat.PLAIN, "{\"type\":\"" + "x".repeat(256) + "\"}"))
                .hasSize(1);
        assertThat(errors(EventFormat.PLAIN, "[]")).isNotEmpty();
    }

    @Test
    void depthAndSizeAreLimited() throws Exception {
        String deep = "[".repeat(63) + "]".repeat(63);
        assertThat(read("{\"type\":\"t\",\"data\":" + deep + "}").data()).isNotNull();
        assertThat(errors(EventFormat.PLAIN, "{\"type\":\"t\",\"data\":[" + deep + "]}"))
                .extracting(FieldError::field)
                .containsExactly("data");
        String large = "{\"type\":\"t\",\"data\":\"" + "x".repeat(InputLimits.EVENT_BYTES) + "\"}";
        assertThatThrownBy(() -> read(large)).isInstanceOf(InputTooLargeException.class);
    }

    @Test
    void aBatchNamesTheItemsThatAreWrong() throws Exception {
        EventBodies.Batch batch = EventBodies.batch("", EventFormat.PLAIN, bytes("""
                [{"type":"a"},{"type":""},{"type":"b","time":1},{"type":"c","type":"d"},7]"""));

        assertThat(batch.items()).hasSize(5);
        assertThat(batch.items().get(0)).isNotNull();
        assertThat(batch.items().subList(1, 5)).containsOnlyNulls();
        assertThat(batch.errors()).extracting(FieldError::index).containsOnly(1, 2, 3, 4);
        assertThatThrownBy(batch::valid).isInstanceOf(InvalidInputException.class);
    }

    @Test
    void aBatchIsLimited() {
        String many = "[" + "{\"type\":\"t\"},".repeat(100) + "{\"type\":\"t\"}]";
        assertThatThrownBy(() -> EventBodies.batch("", EventFormat.PLAIN, bytes(many)))
                .isInstanceOf(InputTooLargeException.class)
                .hasMessageContaining("100 events");
        assertThatThrownBy(() -> EventBodies.batch("", EventFormat.PLAIN, bytes("{}")))
                .isInstanceOf(MalformedJsonException.class);
    }

    @Test
    void structuredCloudEventsAreRead() throws Exception {
        EventDraft event = EventBodies.single("", EventFormat.CLOUD_EVENT, bytes("""
                {"specversion":"1.0","id":"7","source":"/shop","type":"order.created","dataversion":"2.0",
                 "datacontenttype":"application/json","data":{"n": 1.0}}"""));
        EventDraft binary = EventBodies.single("", EventFormat.CLOUD_EVENT, bytes("""
                {"specversion":"1.0","id":"7","source":"/other","type":"t","data_base64":"eyJuIjogMS4wfQ=="}"""));

        assertThat(event.specVersion()).isEqualTo("2.0");
        assertThat(Objects.requireNonNull(event.data()).text()).isEqualTo("{\"n\": 1.0}");
        assertThat(Objects.requireNonNull(binary.data()).text()).isEqualTo("{\"n\": 1.0}");
        assertThat(binary.deduplicationId()).isNotEqualTo(event.deduplicationId());
        assertThat(errors(EventFormat.CLOUD_EVENT, "{\"specversion\":\"0.3\",\"data\":1,\"data_base64\":\"\"}"))
                .extracting(FieldError::field)
                .containsExactlyInAnyOrder("specversion", "id", "source", "type", "data_base64");
    }

    @Test
    void jsonInBase64IsNestedAsDeepAsOtherDataAtMost() throws Exception {
        String event = "{\"specversion\":\"1.0\",\"id\":\"7\",\"source\":\"s\",\"type\":\"t\",\"data_base64\":\"%s\"}";

        assertThat(errors(EventFormat.CLOUD_EVENT, event.formatted(nested(64))))
                .extracting(FieldError::field)
                .containsExactly("data_base64");
        assertThat(EventBodies.single("", EventFormat.CLOUD_EVENT, bytes(event.formatted(nested(63))))
                        .data())
                .isNotNull();
    }

    private static String nested(int depth) {
        return Base64.getEncoder().encodeToString(bytes("[".repeat(depth) + "]".repeat(depth)));
    }
}
