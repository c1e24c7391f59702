package dev.signalbox.platform.registry;

import dev.signalbox.platform.input.FieldErrors;
import dev.signalbox.platform.input.InputLimits;
import dev.signalbox.platform.json.JsonMembers;
import dev.signalbox.platform.json.JsonValue;
import dev.signalbox.platform.json.MalformedJsonException;

/** The bodies of requests that change the registry. */
final class RegistryBodies {
    private RegistryBodies() {}

    static JsonMembers members(byte[] body) throws MalformedJsonException {
        FieldErrors errors = new FieldErrors();
        if (body.length > InputLimits.REGISTRY_BYTES) {
            throw new MalformedJsonException("the body is larger than %d bytes".formatted(InputLimits.REGISTRY_BYTES));
        }
        return JsonMembers.of(JsonValue.of(body), errors);
    }
}
