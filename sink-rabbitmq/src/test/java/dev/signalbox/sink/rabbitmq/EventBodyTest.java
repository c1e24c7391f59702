package dev.signalbox.sink.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.json.JsonCheck;
import dev.signalbox.core.message.Payload;
import dev.signalbox.sink.rabbitmq.MessagePreparer.EventBody;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EventBodyTest {
    @Test
    void theKeysComeInOneOrderAndThePayloadStaysAsItIs() {
        assertThat(body("e-1", "Placed", "ORDER", "a-1", "{ \"b\":1,\"a\":\"\\u00e9\" }"))
                .isEqualTo("{\"event_id\":\"e-1\",\"event_type\":\"Placed\",\"aggregate_type\":\"ORDER\","
                        + "\"aggregate_id\":\"a-1\",\"payload\":{ \"b\":1,\"a\":\"\\u00e9\" }}");
    }

    @Test
    void whatIsMissingIsNull() {
        assertThat(body("e", "T", null, null, "null"))
                .isEqualTo("{\"event_id\":\"e\",\"event_type\":\"T\",\"aggregate_type\":null,"
                        + "\"aggregate_id\":null,\"payload\":null}");
    }

    @Test
    void textsAreEscaped() {
        assertThat(body("a\"b\\c\n\u0001", "é😀\ud800", "</x>", "\"", "[]"))
                .isEqualTo("{\"event_id\":\"a\\\"b\\\\c\\u000a\\u0001\",\"event_type\":\"é😀\\ud800\","
                        + "\"aggregate_type\":\"</x>\",\"aggregate_id\":\"\\\"\",\"payload\":[]}");
    }

    @ParameterizedTest
    @CsvSource({
        "0,0",
        "17,17",
        "-17,-17",
        "9223372036854775807,9223372036854775807",
        "-9223372036854775808,-9223372036854775808",
        "9223372036854775808,'\"9223372036854775808\"'",
        "007,'\"007\"'",
        "+7,'\"+7\"'",
        "-0,'\"-0\"'",
        "1.5,'\"1.5\"'",
        "1e3,'\"1e3\"'",
        "-,'\"-\"'",
        "'','\"\"'",
        "' 7','\" 7\"'",
        "٧,'\"٧\"'"
    })
    void anIntegerIsANumberAndEverythingElseAText(String group, String written) {
        assertThat(body("e", "T", null, group, "{}")).contains("\"aggregate_id\":" + written + ",");
    }

    private static String body(
            String id, String type, @Nullable String aggregate, @Nullable String group, String payload) {
        Map<String, String> headers = aggregate == null ? Map.of() : Map.of("aggregateType", aggregate);
        byte[] body = EventBody.of(RabbitTestMessages.message(id, group, type, Payload.of(payload), headers, null));
        assertThat(new JsonCheck().fault(body)).isNull();
        return new String(body, StandardCharsets.UTF_8);
    }
}
