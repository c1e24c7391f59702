package dev.signalbox.mysql.outbox;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Texts as a JSON array: the form in which a list is bound and stored. */
final class JsonStringArray {
    private JsonStringArray() {}

    static String write(Collection<String> texts) {
        StringBuilder json = new StringBuilder("[");
        for (String text : texts) {
            json.append(json.length() > 1 ? "," : "").append('"');
            for (int i = 0; i < text.length(); i++) {
                write(text.charAt(i), json);
            }
            json.append('"');
        }
        return json.append(']').toString();
    }

    private static void write(char c, StringBuilder json) {
        if (c == '"' || c == '\\') {
            json.append('\\').append(c);
        } else if (c < ' ') {
            json.append("\\u%04x".formatted((int) c));
        } else {
            json.append(c);
        }
    }

    /** Reads a JSON array of strings, such as {@link #write} produces. */
    static List<String> read(String json) {
        List<String> texts = new ArrayList<>();
        StringBuilder text = new StringBuilder();
        boolean inside = false;
        for (int i = 0; i < json.length(); i++) {
            char c = json.charAt(i);
            if (c == '"') {
                if (inside) {
                    texts.add(text.toString());
                    text.setLength(0);
                }
                inside = !inside;
            } else if (inside && c == '\\') {
                i++;
                if (json.charAt(i) == 'u') {
                    text.append((char) Integer.parseInt(json.substring(i + 1, i + 5), 16));
                    i += 4;
                } else {
                    text.append(unescaped(json.charAt(i)));
                }
            } else if (inside) {
                text.append(c);
            }
        }
        return texts;
    }

    private static char unescaped(char c) {
        return switch (c) {
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            default -> c;
        };
    }
}
