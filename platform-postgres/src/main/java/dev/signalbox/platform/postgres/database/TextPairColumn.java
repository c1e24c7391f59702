package dev.signalbox.platform.postgres.database;

import dev.signalbox.platform.json.JsonText;
import dev.signalbox.platform.json.JsonValue;
import dev.signalbox.platform.json.JsonWriter;
import dev.signalbox.platform.json.MalformedJsonException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** Pairs of texts in a column, as a JSON object. */
public final class TextPairColumn {
    private TextPairColumn() {}

    public static String write(Map<String, String> pairs) {
        return new String(JsonWriter.object(out -> pairs.forEach(out::text)), StandardCharsets.UTF_8);
    }

    public static Map<String, String> read(String json) {
        Map<String, String> pairs = new LinkedHashMap<>();
        try {
            for (Map.Entry<String, JsonValue> member :
                    JsonValue.of(new JsonText(json).bytes()).members().entrySet()) {
                pairs.put(member.getKey(), member.getValue().string());
            }
        } catch (MalformedJsonException e) {
            throw new IllegalStateException("a column that this program has written is not a JSON object of texts", e);
        }
        return pairs;
    }
}
