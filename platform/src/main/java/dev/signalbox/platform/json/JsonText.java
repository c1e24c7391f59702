package dev.signalbox.platform.json;

import dev.signalbox.core.json.JsonCheck;
import dev.signalbox.platform.input.InputLimits;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

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
        if (!text.startsWith("\"")) {
            return this;
        }
        try {
            JsonValue value = JsonValue.of(text.getBytes(StandardCharsets.UTF_8));
            ByteBuffer held = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(value.string()));
            byte[] bytes = new byte[held.remaining()];
            held.get(bytes);
            return new JsonCheck().fault(bytes) == null && JsonValue.of(bytes).depth() <= InputLimits.DEPTH
                    ? new JsonText(value.string().strip())
                    : this;
        } catch (CharacterCodingException | MalformedJsonException e) {
            // Half a surrogate pair can't be sent as JSON; as an escape in a string it can.
            return this;
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
