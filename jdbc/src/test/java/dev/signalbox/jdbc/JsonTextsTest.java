package dev.signalbox.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTextsTest {
    @Test
    void stringsAreWhatTheySayAndOtherValuesTheirJson() {
        assertThat(JsonTexts.texts("""
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
        assertThat(JsonTexts.texts("{\"a\":\"1\",\"a\":\"2\",\"b\":\"1\",\"b\":null}"))
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
        assertThat(JsonTexts.texts(text)).isEmpty();
    }

    @Test
    void anEmptyObjectHasNone() {
        assertThat(JsonTexts.texts(" {} ")).isEmpty();
    }

    @Test
    void whatIsNestedWithoutEndIsNoObject() {
        assertThat(JsonTexts.texts("{\"a\":" + "[".repeat(100_000) + "]".repeat(100_000) + "}"))
                .isEmpty();
    }

    @Test
    void whatIsWrittenIsReadAgain() {
        Map<String, String> texts = Map.of("a", "", "é\"\\\n\u0001", "\uD83D\uDE00 \t{}");

        assertThat(JsonTexts.texts(JsonTexts.of(texts))).isEqualTo(texts);
        assertThat(JsonTexts.of(Map.of())).isEqualTo("{}");
        assertThat(JsonTexts.of(Map.of("a", "b\n"))).isEqualTo("{\"a\":\"b\\u000a\"}");
    }

    @Test
    void everyTextOfAnArrayComesBackAsItWas() {
        List<String> texts =
                List.of("", "a", "a,b", "\"", "\\", "\\\"", "\u0000\n\u001f", "\ud83d\ude80", "[1]", "\\u0041");

        assertThat(JsonTexts.strings(JsonTexts.of(texts))).isEqualTo(texts);
        assertThat(JsonTexts.strings(JsonTexts.of(List.of()))).isEmpty();
        assertThat(JsonTexts.strings("[ \"a\\u00e4\", \"\\t\\/\" ]")).containsExactly("a\u00e4", "\t/");
    }
}
