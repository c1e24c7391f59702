package dev.signalbox.platform.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonValueTest {
    private static JsonValue value(String json) throws MalformedJsonException {
        return JsonValue.of(json.getBytes(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1.0",
                "1e400",
                "-0",
                "12345678901234567890123",
                "\"\\u00e9\\u0000 \\ud800 é 😀\"",
                "{ \"a\" :  1.10,\t\"b\":[ ] }",
                "[1,  2 ,{\"x\":null}]",
                "true",
                "\"\""
            })
    void aMemberIsCutOutAsItWasWritten(String json) throws MalformedJsonException {
        JsonValue body = value("  {\"é\": [1,{}], \"data\" : " + json + "  , \"z\":1 }\n");

        JsonValue data = Objects.requireNonNull(body.members().get("data"));

        assertThat(data.text().text()).isEqualTo(json);
        assertThat(value("[0, {\"data\":" + json + "}]")
                        .elements()
                        .get(1)
                        .members()
                        .get("data"))
                .satisfies(it ->
                        assertThat(Objects.requireNonNull(it).text().text()).isEqualTo(json));
    }

    @Test
    void twoMembersOfOneNameAreRefused() {
        assertThatThrownBy(() -> value("{\"a\":1,\"\\u0061\":2}").members())
                .isInstanceOf(MalformedJsonException.class)
                .hasMessageContaining("'a' occurs twice");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "{} {}", "{'a':1}", "[1,]", "nul", "\u0000", "\"\t\"", "01"})
    void whatIsNotOneValueIsRefused(String json) {
        assertThatThrownBy(() -> value(json)).isInstanceOf(MalformedJsonException.class);
    }

    @Test
    void otherEncodingsAreRefused() {
        assertThatThrownBy(() -> JsonValue.of("{}".getBytes(StandardCharsets.UTF_16)))
                .isInstanceOf(MalformedJsonException.class);
        assertThatThrownBy(() -> JsonValue.of("\"é\"".getBytes(StandardCharsets.ISO_8859_1)))
                .isInstanceOf(MalformedJsonException.class);
    }

    @Test
    void depthIsThatOfTheValueItself() throws MalformedJsonException {
        Map<String, JsonValue> members =
                value("{\"a\":1,\"b\":[[{}]],\"c\":{}}").members();

        assertThat(Objects.requireNonNull(members.get("a")).depth()).isZero();
        assertThat(Objects.requireNonNull(members.get("b")).depth()).isEqualTo(3);
        assertThat(Objects.requireNonNull(members.get("c")).depth()).isEqualTo(1);
    }

    @Test
    void aStringThatHoldsJsonIsDeliveredAsThatJson() {
        assertThat(delivered("\"{\\\"amount\\\": 99.990}\"")).isEqualTo("{\"amount\": 99.990}");
        assertThat(delivered("\" [1e400] \"")).isEqualTo("[1e400]");
        assertThat(delivered("\"hello\"")).isEqualTo("\"hello\"");
        assertThat(delivered("\"{\\\"half\\\":\\\"\\ud800\\\"}\"")).startsWith("\"{");
        assertThat(delivered("{\"a\" : 1}")).isEqualTo("{\"a\" : 1}");
        assertThat(delivered("\"" + "[".repeat(65) + "]".repeat(65) + "\"")).startsWith("\"[");
    }

    private static String delivered(String json) {
        return new JsonText(json).delivered().text();
    }
}
