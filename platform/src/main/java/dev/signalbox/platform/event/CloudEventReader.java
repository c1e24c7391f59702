package dev.signalbox.platform.event;

import dev.signalbox.platform.input.FieldErrors;
import dev.signalbox.platform.input.InputLimits;
import dev.signalbox.platform.input.TextRules;
import dev.signalbox.platform.json.JsonMembers;
import dev.signalbox.platform.json.JsonText;
import dev.signalbox.platform.json.JsonValue;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads structured CloudEvents 1.0. The extension {@code dataversion} is the version of the type. Source and id together
 * identify an event. Further extensions that we know are {@code correlationid}, {@code causationid} and
 * {@code messagegroup} (or {@code partitionkey}).
 */
final class CloudEventReader {
    private static final String VERSION = "1.0";
    /** Separates source and id: neither contains a control character. */
    private static final char SEPARATOR = '\u001f';

    private CloudEventReader() {}

    /** Why this can't be a deduplication id. Those of stored CloudEvents can be posted back as they are shown. */
    static Optional<String> deduplicationProblem(String text) {
        int separator = text.indexOf(SEPARATOR);
        if (separator < 0) {
            return TextRules.line(text, InputLimits.REFERENCE);
        }
        Optional<String> wrong = TextRules.line(text.substring(0, separator), InputLimits.SOURCE);
        return wrong.isPresent() ? wrong : TextRules.line(text.substring(separator + 1), InputLimits.REFERENCE);
    }

    static @Nullable EventDraft read(String client, JsonValue value, FieldErrors errors) {
        JsonMembers members = JsonMembers.of(value, errors);
        EventReader.checkSize(value, members);
        members.required(
                "specversion", text -> text.equals(VERSION) ? Optional.empty() : Optional.of("must be " + VERSION));
        String id = members.required("id", text -> TextRules.line(text, InputLimits.REFERENCE));
        String source = members.required("source", text -> TextRules.line(text, InputLimits.SOURCE));
        String group = members.line("messagegroup", InputLimits.GROUP);
        JsonText data = EventReader.cloudEventData(members);
        EventDraft draft = new EventDraft(
                client,
                members.required("type", TextRules::type),
                Objects.requireNonNullElse(
                        members.text("dataversion", TextRules::specVersion), EventDraft.DEFAULT_SPEC_VERSION),
                source,
                members.line("subject", InputLimits.SUBJECT),
                members.time("time"),
                data,
                members.line("correlationid", InputLimits.REFERENCE),
                members.line("causationid", InputLimits.REFERENCE),
                source + SEPARATOR + id,
                group == null ? members.line("partitionkey", InputLimits.GROUP) : group,
                List.of());
        return errors.isEmpty() ? draft : null;
    }
}
