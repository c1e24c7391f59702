package dev.signalbox.platform.registry;

import com.github.f4b6a3.tsid.Tsid;
import dev.signalbox.platform.input.InputLimits;
import dev.signalbox.platform.input.TextRules;
import dev.signalbox.platform.json.JsonMembers;
import dev.signalbox.platform.json.JsonValue;
import dev.signalbox.platform.json.MalformedJsonException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A type that a subscription wants.
 *
 * @param eventTypeId the registered type; null if the binding names only its code
 * @param eventTypeCode the type of the events; null until the id has been looked up
 * @param specVersion the only version that is wanted; null for any
 */
public record EventTypeBinding(
        @Nullable Tsid eventTypeId,
        @Nullable String eventTypeCode,
        @Nullable String specVersion) {

    /** Reads a list of objects, or of codes. */
    static List<EventTypeBinding> read(JsonMembers members, String name) {
        List<EventTypeBinding> bindings = new ArrayList<>();
        List<JsonValue> values = members.elements(name, InputLimits.BINDINGS);
        for (int i = 0; i < values.size(); i++) {
            String field = name + "[" + i + "]";
            switch (values.get(i).kind()) {
                case STRING -> bindings.add(code(members, field, values.get(i)));
                case OBJECT -> bindings.add(object(members.element(name, i, values.get(i))));
                case ARRAY, NUMBER, BOOLEAN, NULL ->
                    members.wrong(field, "must be the code of an event type, or an object");
            }
        }
        if (values.isEmpty()) {
            members.wrong(name, "must name at least one event type");
        }
        return bindings;
    }

    private static EventTypeBinding code(JsonMembers members, String field, JsonValue value) {
        try {
            String code = value.string();
            TextRules.type(code).ifPresent(problem -> members.wrong(field, problem));
            return new EventTypeBinding(null, code, null);
        } catch (MalformedJsonException e) {
            throw new IllegalStateException("a string is a string", e);
        }
    }

    private static EventTypeBinding object(JsonMembers members) {
        Tsid id = RegistryIds.read(members, "eventTypeId", null);
        String code = members.text("eventTypeCode", TextRules::type);
        String version = members.text("specVersion", TextRules::specVersion);
        members.refuseOthers();
        if (members.allMissing("eventTypeId", "eventTypeCode")) {
            members.wrong("eventTypeCode", "is required, unless eventTypeId is given");
        }
        return new EventTypeBinding(id, code, version);
    }

    /** The binding with the code that its id stands for. */
    public EventTypeBinding withCode(String code) {
        return new EventTypeBinding(eventTypeId, code, specVersion);
    }

    /** Whether it takes events of this version. */
    public boolean takes(String version) {
        return Optional.ofNullable(specVersion).map(version::equals).orElse(true);
    }
}
