package dev.signalbox.mysql.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class JsonStringArrayTest {
    @Test
    void everyTextComesBackAsItWas() {
        List<String> texts =
                List.of("", "a", "a,b", "\"", "\\", "\\\"", "\u0000\n\u001f", "\ud83d\ude80", "[1]", "\\u0041");

        assertThat(JsonStringArray.read(JsonStringArray.write(texts))).isEqualTo(texts);
        assertThat(JsonStringArray.read(JsonStringArray.write(List.of()))).isEmpty();
    }

    @Test
    void whatAServerHasRewrittenIsRead() {
        assertThat(JsonStringArray.read("[ \"a\\u00e4\", \"\\t\\/\" ]")).containsExactly("a\u00e4", "\t/");
    }
}
