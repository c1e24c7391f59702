package dev.signalbox.platform.registry;

import com.github.f4b6a3.tsid.Tsid;
import dev.signalbox.platform.input.InputLimits;
import dev.signalbox.platform.input.InvalidInputException;
import dev.signalbox.platform.input.TextRules;
import dev.signalbox.platform.json.JsonMembers;
import dev.signalbox.platform.json.JsonWriter;
import dev.signalbox.platform.json.MalformedJsonException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A registered type of events. Its code never changes. */
public record EventType(
        Tsid id,
        String code,
        String name,
        @Nullable String description,
        EventTypeStatus status,
        Instant createdAt,
        Instant updatedAt) {

    /** Whether a type is in use. */
    public enum EventTypeStatus {
        CURRENT,
        ARCHIVE
    }

    /** What a client says about a type. */
    public record Fields(String code, String name, @Nullable String description) {}

    /** Reads a new type. */
    public static Fields readNew(byte[] body) throws MalformedJsonException, InvalidInputException {
        JsonMembers members = RegistryBodies.members(body);
        String code = members.required("code", TextRules::typeCode);
        return read(members, new Fields(code, code, null));
    }

    /** Reads a change of this type. Members that are missing stay as they are. */
    public Fields readChange(byte[] body) throws MalformedJsonException, InvalidInputException {
        JsonMembers members = RegistryBodies.members(body);
        String given = members.text("code", TextRules::typeCode);
        if (given != null && !given.equals(code)) {
            members.wrong("code", "cannot be changed");
        }
        return read(members, new Fields(code, name, description));
    }

    private static Fields read(JsonMembers members, Fields base) throws InvalidInputException {
        String name = members.line("name", InputLimits.NAME);
        String description = members.has("description")
                ? members.text("description", it -> TextRules.lines(it, InputLimits.DESCRIPTION))
                : base.description;
        members.refuseOthers();
        members.errors().throwIfAny();
        return new Fields(base.code, name == null ? base.name : name, description);
    }

    /** Writes its members. */
    public void write(JsonWriter out) {
        out.text("id", id)
                .text("code", code)
                .text("name", name)
                .text("description", description)
                .text("status", status)
                .time("createdAt", createdAt)
                .time("updatedAt", updatedAt);
    }
}
