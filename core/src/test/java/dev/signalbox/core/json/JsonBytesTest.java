package dev.signalbox.core.json;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonBytesTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "order-7",
                "\"quoted\\ and /",
                "\u0000\t\r\n\u001f\u007f",
                "Zoë € \u2028 \uffff",
                "😀😀",
                "\ud83d half",
                "\ude00\ud83d",
                "half \ud83d"
            })
    void theSizeOfATextIsWhatIsWritten(String text) {
        JsonBytes json = new JsonBytes(1);
        json.string(text);
        assertThat(JsonBytes.sizeOf(text)).isEqualTo(json.size());
    }
}
