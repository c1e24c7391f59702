package dev.signalbox.platform.json;

import dev.signalbox.core.json.JsonCheck;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;

/** A value inside a body: where it begins and ends. Nothing is copied or decoded before somebody asks. */
public final class JsonValue {
    /** A whole number of this length fits into a long. */
    private static final int LONGEST_WHOLE = 18;

    /** The check before reading bounds the nesting, and the length of the body bounds the rest. */
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(JsonCheck.MAX_DEPTH + 1)
                    .maxNumberLength(Integer.MAX_VALUE)
                    .maxStringLength(Integer.MAX_VALUE)
                    .maxNameLength(Integer.MAX_VALUE)
                    .build())
            .build();

    /** What a value is. */
    public enum Kind {
        OBJECT,
        ARRAY,
        STRING,
        NUMBER,
        BOOLEAN,
        NULL
    }

    private final byte[] body;
    private final int start;
    private final int end;
    private final Kind kind;
    private final int depth;

    private JsonValue(byte[] body, int start, int end, Kind kind, int depth) {
        this.body = body;
        this.start = start;
        this.end = end;
        this.kind = kind;
        this.depth = depth;
    }

    /** The only value of a body. The array must not change as long as the value is used. */
    public static JsonValue of(byte[] body) throws MalformedJsonException {
        String fault = new JsonCheck().fault(body);
        if (fault != null) {
            throw new MalformedJsonException("the body is not one JSON value in UTF-8: " + fault);
        }
        try (JsonParser parser = parser(body, 0, body.length)) {
            parser.nextToken();
            return current(body, 0, parser);
        } catch (JacksonException e) {
            // Half a surrogate pair in the name of a member, which the grammar allows.
            throw new MalformedJsonException("the body has a member whose name is not text: " + e.getOriginalMessage());
        }
    }

    private static JsonParser parser(byte[] body, int start, int end) {
        return FACTORY.createParser(ObjectReadContext.empty(), body, start, end - start);
    }

    /** The value whose first token is the current one; afterwards its last token is. */
    private static JsonValue current(byte[] body, int base, JsonParser parser) {
        int from = base + (int) parser.currentTokenLocation().getByteOffset();
        Kind kind = kind(parser.currentToken());
        int depth = skip(parser);
        int to = base + (int) parser.currentLocation().getByteOffset();
        return new JsonValue(body, from, to, kind, depth);
    }

    private static int skip(JsonParser parser) {
        int open = 0;
        int deepest = 0;
        JsonToken token = parser.currentToken();
        while (true) {
            open += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
            deepest = Math.max(deepest, open);
            if (open == 0) {
                // The end of a string is not known before it has been read.
                parser.finishToken();
                return deepest;
            }
            token = parser.nextToken();
        }
    }

    private static Kind kind(JsonToken token) {
        return switch (token) {
            case START_OBJECT -> Kind.OBJECT;
            case START_ARRAY -> Kind.ARRAY;
            case VALUE_STRING -> Kind.STRING;
            case VALUE_TRUE, VALUE_FALSE -> Kind.BOOLEAN;
            case VALUE_NULL -> Kind.NULL;
            default -> Kind.NUMBER;
        };
    }

    public Kind kind() {
        return kind;
    }

    /** How deeply it is nested: 0 for a scalar, 1 for an object of scalars. */
    public int depth() {
        return depth;
    }

    /** Its size in bytes. */
    public int length() {
        return end - start;
    }

    /** The value as it was written. */
    public JsonText text() {
        return new JsonText(new String(body, start, end - start, StandardCharsets.UTF_8));
    }

    /** The members of an object. Fails if two have the same name. */
    public Map<String, JsonValue> members() throws MalformedJsonException {
        Set<String> repeated = new LinkedHashSet<>();
        Map<String, JsonValue> members = members(repeated);
        if (!repeated.isEmpty()) {
            String name = shortened(repeated.iterator().next());
            throw new MalformedJsonException("the member '%s' occurs twice".formatted(name));
        }
        return members;
    }

    /**
     * The members of an object; of those with the same name the first.
     *
     * @param repeated takes the names that occur again
     */
    Map<String, JsonValue> members(Collection<String> repeated) throws MalformedJsonException {
        expect(Kind.OBJECT);
        Map<String, JsonValue> members = new LinkedHashMap<>();
        try (JsonParser parser = parser(body, start, end)) {
            parser.nextToken();
            while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                String name = parser.currentName();
                parser.nextToken();
                if (members.putIfAbsent(name, current(body, start, parser)) != null) {
                    repeated.add(name);
                }
            }
        }
        return members;
    }

    /** The elements of an array. */
    public List<JsonValue> elements() throws MalformedJsonException {
        expect(Kind.ARRAY);
        List<JsonValue> elements = new ArrayList<>();
        try (JsonParser parser = parser(body, start, end)) {
            parser.nextToken();
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                elements.add(current(body, start, parser));
            }
        }
        return elements;
    }

    /** The text that a string means. */
    public String string() throws MalformedJsonException {
        expect(Kind.STRING);
        try (JsonParser parser = parser(body, start, end)) {
            parser.nextToken();
            return parser.getString();
        }
    }

    /** Whether it is a string without characters. */
    boolean isEmptyText() {
        return kind == Kind.STRING && length() == 2;
    }

    /** A number without fraction and exponent; empty if it is none, or far too large. */
    public OptionalLong wholeNumber() {
        String digits = length() > LONGEST_WHOLE || kind != Kind.NUMBER ? "" : text().text();
        return !digits.isEmpty() && digits.chars().allMatch(unit -> unit == '-' || (unit >= '0' && unit <= '9'))
                ? OptionalLong.of(Long.parseLong(digits))
                : OptionalLong.empty();
    }

    /** True or false; empty if it is neither. */
    public Optional<Boolean> truth() {
        return kind == Kind.BOOLEAN ? Optional.of(body[start] == 't') : Optional.empty();
    }

    private void expect(Kind wanted) throws MalformedJsonException {
        if (kind != wanted) {
            throw new MalformedJsonException("expected %s but found %s".formatted(wanted, kind));
        }
    }

    /** A name from outside, short enough for a message. One without characters is quoted, so that it can be seen. */
    static String shortened(String name) {
        if (name.isEmpty()) {
            return "\"\"";
        }
        String clean = name.codePoints()
                .limit(40)
                .map(point ->
                        Character.isISOControl(point) || Character.getType(point) == Character.SURROGATE ? '?' : point)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
        return clean.length() < name.length() ? clean + "…" : clean;
    }
}
