package dev.signalbox.platform.json;

import dev.signalbox.core.json.JsonCheck;
import dev.signalbox.platform.input.InputLimits;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * One JSON value as it was written, to the digit.
 *
 * @param text valid JSON without white space around it
 */
public record JsonText(String text) {
    public static final JsonText NULL = new JsonText("null");

    /**
     * What a receiver gets: the JSON that a string holds, or else the value as it was written. A string that is not JSON
     * stays a string.
     */
    public JsonText delivered() {
        return held().filter(JsonText::isJson)
                .map(bytes -> new JsonText(new String(bytes, StandardCharsets.UTF_8).strip()))
                .orElse(this);
    }

    private static boolean isJson(byte[] bytes) {
        try {
            return new JsonCheck().fault(bytes) == null && JsonValue.of(bytes).depth() <= InputLimits.DEPTH;
        } catch (MalformedJsonException e) {
            return false;
        }
    }

    /**
     * The text that a string holds, in UTF-8. Empty for another value, and for half a surrogate pair: that can be sent as an escape
     * in a string, but not as it is.
     */
    public Optional<byte[]> held() {
        if (!text.startsWith("\"")) {
            return Optional.empty();
        }
        try {
            JsonValue value = JsonValue.of(text.getBytes(StandardCharsets.UTF_8));
            ByteBuffer encoded = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(value.string()));
            byte[] bytes = new byte[encoded.remaining()];
            encoded.get(bytes);
            return Optional.of(bytes);
        } catch (CharacterCodingException | MalformedJsonException e) {
            return Optional.empty();
        }
    }

    /** Whether it has more bytes than these. */
    public boolean isLongerThan(int bytes) {
        return text.length() > bytes || (text.length() > bytes / 3 && bytes().length > bytes);
    }

    public byte[] bytes() {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** Without the content, which belongs to the client. */
    @Override
    public String toString() {
        return "JsonText[" + text.length() + " characters]";
    }
}
