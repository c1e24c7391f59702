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
public record EventType(Tsid id, Fields fields, Instant createdAt, Instant updatedAt) {

    /** Whether a type is in use. */
    public enum EventTypeStatus {
        CURRENT,
        ARCHIVE
    }

    /** What a client says about a type. */
    public record Fields(String code, String name, @Nullable String description, EventTypeStatus status) {}

    /** Reads a new type. */
    public static Fields readNew(byte[] body) throws MalformedJsonException, InvalidInputException {
        JsonMembers members = RegistryBodies.members(body);
        String code = members.required("code", TextRules::typeCode);
        return read(members, new Fields(code, code, null, EventTypeStatus.CURRENT));
    }

    /** Reads a change of this type. Members that are missing stay as they are. */
    public Fields readChange(byte[] body) throws MalformedJsonException, InvalidInputException {
        JsonMembers members = RegistryBodies.members(body);
        members.unchanged("id", id);
        members.unchanged("code", fields.code);
        members.ignore("createdAt", "updatedAt");
        return read(members, fields);
    }

    private static Fields read(JsonMembers members, Fields base) throws InvalidInputException {
        String name = members.name("name", InputLimits.NAME);
        String description = members.has("description")
                ? members.text("description", it -> TextRules.lines(it, InputLimits.DESCRIPTION))
                : base.description;
        EventTypeStatus status = members.choice("status", EventTypeStatus.class, base.status);
        members.refuseOthers();
        members.errors().throwIfAny();
        return new Fields(base.code, name == null ? base.name : name, description, status);
    }

    public String code() {
        return fields.code;
    }

    public String name() {
        return fields.name;
    }

    public EventTypeStatus status() {
        return fields.status;
    }

    /** Writes its members. */
    public void write(JsonWriter out) {
        out.text("id", id)
                .text("code", fields.code)
                .text("name", fields.name)
                .text("description", fields.description)
                .text("status", fields.status)
                .time("createdAt", createdAt)
                .time("updatedAt", updatedAt);
    }
}
