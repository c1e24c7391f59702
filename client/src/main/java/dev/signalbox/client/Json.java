package dev.signalbox.client;

import java.util.Map;

/** Writes strings as JSON. */
final class Json {
    private Json() {}

    /** A JSON object of strings. */
    static String object(Map<String, String> texts) {
        StringBuilder json = new StringBuilder("{");
        texts.forEach((name, value) -> {
            append(json.length() == 1 ? json : json.append(','), name);
            append(json.append(':'), value);
        });
        return json.append('}').toString();
    }

    private static void append(StringBuilder json, String text) {
        json.append('"');
        for (int i = 0; i < text.length(); i++) {
            char unit = text.charAt(i);
            if (unit == '"' || unit == '\\') {
                json.append('\\').append(unit);
            } else if (unit < ' ') {
                json.append(String.format("\\u%04x", (int) unit));
            } else {
                json.append(unit);
            }
        }
        json.append('"');
    }
}
