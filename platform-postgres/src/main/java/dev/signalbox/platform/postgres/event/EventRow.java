package dev.signalbox.platform.postgres.event;

import dev.signalbox.platform.event.ContextEntry;
import dev.signalbox.platform.event.Event;
import dev.signalbox.platform.event.EventDraft;
import dev.signalbox.platform.input.InputLimits;
import dev.signalbox.platform.json.JsonText;
import dev.signalbox.platform.json.JsonValue;
import dev.signalbox.platform.json.JsonWriter;
import dev.signalbox.platform.json.MalformedJsonException;
import dev.signalbox.platform.postgres.database.RowValues;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** An event as a row of its table. */
public final class EventRow {
    private static final String OTHERS =
            "e.id, e.client, e.type, e.spec_version, e.source, e.subject, e.time, e.correlation_id, e.causation_id,"
                    + " e.deduplication_id, e.message_group, e.context_data, e.job_count, ";
    private static final String IS_SMALL = "octet_length(e.data) <= " + InputLimits.LISTED_DATA_BYTES;

    /** The columns of the event e. */
    public static final String COLUMNS = OTHERS + "e.data, false AS left_out";

    /** The columns of the event e in an answer with several. */
    public static final String LISTED_COLUMNS =
            OTHERS + "CASE WHEN " + IS_SMALL + " THEN e.data END AS data, NOT " + IS_SMALL + " AS left_out";

    private EventRow() {}

    public static Event read(ResultSet row) throws SQLException {
        EventDraft fields = new EventDraft(
                row.getString("client"),
                row.getString("type"),
                row.getString("spec_version"),
                row.getString("source"),
                row.getString("subject"),
                RowValues.optionalTime(row, "time"),
                RowValues.json(row, "data"),
                row.getString("correlation_id"),
                row.getString("causation_id"),
                row.getString("deduplication_id"),
                row.getString("message_group"),
                readContext(row.getString("context_data")));
        return new Event(RowValues.id(row, "id"), fields, row.getInt("job_count"), row.getBoolean("left_out"));
    }

    /** Context data as JSON; null if there is none. */
    public static @Nullable String writeContext(List<ContextEntry> entries) {
        if (entries.isEmpty()) {
            return null;
        }
        byte[] object = JsonWriter.object(out -> out.objects(
                "a", entries, (entry, pair) -> entry.text("key", pair.key()).text("value", pair.value())));
        // The array alone, without the object around it
        return new String(object, "{\"a\":".length(), object.length - "{\"a\":}".length(), StandardCharsets.UTF_8);
    }

    private static List<ContextEntry> readContext(@Nullable String json) {
        if (json == null) {
            return List.of();
        }
        List<ContextEntry> entries = new ArrayList<>();
        try {
            for (JsonValue element : JsonValue.of(new JsonText(json).bytes()).elements()) {
                Map<String, JsonValue> members = element.members();
                entries.add(new ContextEntry(
                        Objects.requireNonNull(members.get("key")).string(),
                        Objects.requireNonNull(members.get("value")).string()));
            }
        } catch (MalformedJsonException e) {
            throw new IllegalStateException("a column that this program has written is not an array of pairs", e);
        }
        return entries;
    }
}
