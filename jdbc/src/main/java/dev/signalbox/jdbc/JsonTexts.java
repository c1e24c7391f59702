package dev.signalbox.jdbc;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Texts as JSON objects and arrays. In an object, values other than strings stay JSON, and null is omitted. */
public final class JsonTexts {
    private static final Pattern PLAIN =
            Pattern.compile("true|false|null|-?(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?(?:[eE][-+]?[0-9]+)?");

    /** Deeper than headers are nested, and shallow enough for the stack. */
    private static final int DEEPEST = 100;

    private final String json;
    private int at;

    private JsonTexts(String json) {
        this.json = json;
    }

    /** Writes an object whose values are strings. */
    public static String of(Map<String, String> texts) {
        StringBuilder json = new StringBuilder("{");
        texts.forEach((name, value) -> {
            quote(json.length() == 1 ? json : json.append(','), name);
            quote(json.append(':'), value);
        });
        return json.append('}').toString();
    }

    /** Writes an array of strings. */
    public static String of(Collection<String> texts) {
        StringBuilder json = new StringBuilder("[");
        texts.forEach(text -> quote(json.length() == 1 ? json : json.append(','), text));
        return json.append(']').toString();
    }

    /** Reads an array of strings, such as {@link #of(Collection)} writes. */
    public static List<String> strings(String json) {
        try {
            List<String> texts = new ArrayList<>();
            JsonTexts parser = new JsonTexts(json);
            parser.skipBlanks();
            parser.elements(() -> texts.add(parser.string()));
            return texts;
        } catch (NotJsonException e) {
            throw new IllegalArgumentException("not a JSON array of strings: " + json, e);
        }
    }

    private static void quote(StringBuilder json, String text) {
        json.append('"');
        text.chars().forEach(unit -> {
            if (unit == '"' || unit == '\\') {
                json.append('\\').append((char) unit);
            } else if (unit < ' ') {
                json.append("\\u%04x".formatted(unit));
            } else {
                json.append((char) unit);
            }
        });
        json.append('"');
    }

    /** The members of the object; empty if the text is not exactly one JSON object. */
    static Map<String, String> texts(String json) {
        try {
            JsonTexts parser = new JsonTexts(json);
            parser.skipBlanks();
            if (parser.atEnd() || parser.peek() != '{') {
                return Map.of();
            }
            Map<String, String> texts = new LinkedHashMap<>();
            parser.object(texts, 0);
            parser.skipBlanks();
            return parser.atEnd() ? texts : Map.of();
        } catch (NotJsonException e) {
            return Map.of();
        }
    }

    private void object(Map<String, String> texts, int depth) throws NotJsonException {
        expect('{');
        skipBlanks();
        if (accept('}')) {
            return;
        }
        do {
            skipBlanks();
            String key = string();
            skipBlanks();
            expect(':');
            skipBlanks();
            int start = at;
            if (peek() == '"') {
                texts.put(key, string());
            } else {
                value(depth + 1);
                String raw = json.substring(start, at);
                if (raw.equals("null")) {
                    texts.remove(key);
                } else {
                    texts.put(key, raw);
                }
            }
            skipBlanks();
        } while (accept(','));
        expect('}');
    }

    /** Skips any value. */
    private void value(int depth) throws NotJsonException {
        if (depth > DEEPEST) {
            throw new NotJsonException();
        }
        switch (peek()) {
            case '{' -> object(new LinkedHashMap<>(), depth);
            case '[' -> elements(() -> value(depth + 1));
            case '"' -> string();
            default -> plain();
        }
    }

    private interface Element {
        void read() throws NotJsonException;
    }

    private void elements(Element element) throws NotJsonException {
        expect('[');
        skipBlanks();
        if (accept(']')) {
            return;
        }
        do {
            skipBlanks();
            element.read();
            skipBlanks();
        } while (accept(','));
        expect(']');
    }

    private void plain() throws NotJsonException {
        Matcher plain = PLAIN.matcher(json).region(at, json.length());
        if (!plain.lookingAt()) {
            throw new NotJsonException();
        }
        at = plain.end();
    }

    private String string() throws NotJsonException {
        expect('"');
        StringBuilder text = new StringBuilder();
        while (peek() != '"') {
            char c = next();
            if (c < ' ') {
                throw new NotJsonException();
            }
            text.append(c == '\\' ? escaped() : c);
        }
        at++;
        return text.toString();
    }

    private char escaped() throws NotJsonException {
        return switch (next()) {
            case '"' -> '"';
            case '\\' -> '\\';
            case '/' -> '/';
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> unit();
            default -> throw new NotJsonException();
        };
    }

    private char unit() throws NotJsonException {
        int unit = 0;
        for (int i = 0; i < 4; i++) {
            int digit = Character.digit(next(), 16);
            if (digit < 0) {
                throw new NotJsonException();
            }
            unit = unit * 16 + digit;
        }
        return (char) unit;
    }

    private void skipBlanks() {
        while (!atEnd() && " \t\r\n".indexOf(json.charAt(at)) >= 0) {
            at++;
        }
    }

    private boolean accept(char c) {
        boolean there = !atEnd() && json.charAt(at) == c;
        at += there ? 1 : 0;
        return there;
    }

    private void expect(char c) throws NotJsonException {
        if (!accept(c)) {
            throw new NotJsonException();
        }
    }

    private char peek() throws NotJsonException {
        if (atEnd()) {
            throw new NotJsonException();
        }
        return json.charAt(at);
    }

    private char next() throws NotJsonException {
        char c = peek();
        at++;
        return c;
    }

    private boolean atEnd() {
        return at == json.length();
    }

    /** The text is not valid JSON. */
    private static final class NotJsonException extends Exception {
        private static final long serialVersionUID = 1;

        NotJsonException() {
            super("not JSON", null, false, false);
        }
    }
}
