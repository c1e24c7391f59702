package dev.signalbox.platform.event;

import dev.signalbox.core.json.JsonCheck;
import dev.signalbox.platform.input.InputLimits;
import dev.signalbox.platform.json.JsonMembers;
import dev.signalbox.platform.json.JsonText;
import dev.signalbox.platform.json.JsonValue;
import dev.signalbox.platform.json.MalformedJsonException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** The member {@code data_base64} of a CloudEvent: JSON if its bytes are that, or else the string itself. */
final class Base64Data {
    private static final String NAME = "data_base64";

    private Base64Data() {}

    static @Nullable JsonText of(JsonValue binary, JsonMembers members) {
        try {
            if (binary.kind() == JsonValue.Kind.STRING) {
                byte[] bytes = Base64.getDecoder().decode(binary.string());
                if (new JsonCheck().fault(bytes) != null) {
                    return binary.text();
                }
                if (JsonValue.of(bytes).depth() >= InputLimits.DEPTH) {
                    members.wrong(NAME, "is nested deeper than " + InputLimits.DEPTH);
                }
                return new JsonText(new String(bytes, StandardCharsets.UTF_8).strip());
            }
        } catch (MalformedJsonException | IllegalArgumentException e) {
            // The error below says what is expected.
        }
        members.wrong(NAME, "must be a string in base64");
        return null;
    }
}
