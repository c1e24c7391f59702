package dev.signalbox.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonObjectTest {
    @Test
    void stringsAreWhatTheySayAndOtherValuesTheirJson() {
        assertThat(JsonObject.texts("""
                { "a" : "x\\n\\u00e4\\"\\/", "n": -1.5e3, "b":true, "list": [1, "two", {}], "o": {"k": "}"}, "gone": null, "e": "" }"""))
                .isEqualTo(Map.of(
                        "a",
                        "x\n\u00e4\"/",
                        "n",
                        "-1.5e3",
                        "b",
                        "true",
                        "list",
                        "[1, \"two\", {}]",
                        "o",
                        "{\"k\": \"}\"}",
                        "e",
                        ""));
    }

    @Test
    void theLastOfTwoOfOneNameCounts() {
        assertThat(JsonObject.texts("{\"a\":\"1\",\"a\":\"2\",\"b\":\"1\",\"b\":null}"))
                .isEqualTo(Map.of("a", "2"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "null",
                "[]",
                "\"text\"",
                "5",
                "{",
                "{}x",
                "{\"a\"}",
                "{\"a\":}",
                "{\"a\":1,}",
                "{a:1}",
                "{\"a\":01}",
                "{\"a\":\"x}",
                "{\"a\":\"\\x\"}",
                "{\"a\":\"\\u12g4\"}",
                "{\"a\":[1}",
                "{\"a\":\"tab\t\"}",
                "{\"a\":tru}"
            })
    void whatIsNoObjectHasNoHeaders(String text) {
        assertThat(JsonObject.texts(text)).isEmpty();
    }

    @Test
    void anEmptyObjectHasNone() {
        assertThat(JsonObject.texts(" {} ")).isEmpty();
    }

    @Test
    void whatIsNestedWithoutEndIsNoObject() {
        assertThat(JsonObject.texts("{\"a\":" + "[".repeat(100_000) + "]".repeat(100_000) + "}"))
                .isEmpty();
    }

    @Test
    void whatIsWrittenIsReadAgain() {
        Map<String, String> texts = Map.of("a", "", "é\"\\\n\u0001", "\uD83D\uDE00 \t{}");

        assertThat(JsonObject.texts(JsonObject.of(texts))).isEqualTo(texts);
        assertThat(JsonObject.of(Map.of())).isEqualTo("{}");
        assertThat(JsonObject.of(Map.of("a", "b\n"))).isEqualTo("{\"a\":\"b\\u000a\"}");
    }
}
