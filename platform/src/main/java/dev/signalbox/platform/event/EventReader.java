package dev.signalbox.platform.event;

import dev.signalbox.platform.client.Clients;
import dev.signalbox.platform.input.FieldErrors;
import dev.signalbox.platform.input.InputLimits;
import dev.signalbox.platform.input.TextRules;
import dev.signalbox.platform.json.JsonMembers;
import dev.signalbox.platform.json.JsonText;
import dev.signalbox.platform.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reads events from JSON. Members that it does not know are ignored. */
final class EventReader {
    private EventReader() {}

    /** An event of our own form; null, with errors, if anything is wrong with it. */
    static @Nullable EventDraft plain(String client, JsonValue value, FieldErrors errors) {
        JsonMembers members = JsonMembers.of(value, errors);
        checkSize(value, members);
        String id = members.line("id", InputLimits.REFERENCE);
        String deduplicationId = members.text("deduplicationId", CloudEventReader::deduplicationProblem);
        EventDraft draft = new EventDraft(
                Clients.read(client, members),
                members.required("type", TextRules::type),
                Objects.requireNonNullElse(
                        members.text("specVersion", TextRules::specVersion), EventDraft.DEFAULT_SPEC_VERSION),
                members.line("source", InputLimits.SOURCE),
                members.line("subject", InputLimits.SUBJECT),
                members.time("time"),
                members.json("data"),
                members.line("correlationId", InputLimits.REFERENCE),
                members.line("causationId", InputLimits.REFERENCE),
                deduplicationId == null ? id : deduplicationId,
                members.line("messageGroup", InputLimits.GROUP),
                contextData(members));
        return errors.isEmpty() ? draft : null;
    }

    static void checkSize(JsonValue value, JsonMembers members) {
        if (value.length() > InputLimits.EVENT_BYTES) {
            members.wrong("", "is larger than %d bytes".formatted(InputLimits.EVENT_BYTES));
        }
        members.limitDepth(InputLimits.DEPTH);
    }

    private static List<ContextEntry> contextData(JsonMembers members) {
        List<ContextEntry> entries = new ArrayList<>();
        for (JsonMembers entry : members.objects("contextData", InputLimits.CONTEXT_ENTRIES)) {
            String key = entry.required("key", text -> TextRules.line(text, InputLimits.CONTEXT_KEY));
            String value = entry.line("value", InputLimits.CONTEXT_VALUE);
            entries.add(new ContextEntry(key, value == null ? "" : value));
        }
        return entries;
    }

    /** The value of a structured CloudEvent's data, from {@code data} or {@code data_base64}. */
    static @Nullable JsonText cloudEventData(JsonMembers members) {
        JsonText data = members.json("data");
        JsonValue binary = members.value("data_base64");
        if (binary == null) {
            return data;
        }
        if (data != null) {
            members.wrong("data_base64", "must not stand beside data");
            return null;
        }
        return Base64Data.of(binary, members);
    }
}
