package dev.signalbox.platform.event;

import com.github.f4b6a3.tsid.Tsid;
import dev.signalbox.platform.input.InputLimits;
import dev.signalbox.platform.json.JsonText;
import dev.signalbox.platform.json.JsonWriter;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A stored event.
 *
 * @param jobCount how many jobs were created with it
 * @param dataLeftOut whether its data is too large for an answer with several, and is shown by the event alone
 */
public record Event(Tsid id, EventDraft fields, int jobCount, boolean dataLeftOut) {
    /** An event with its data. */
    public Event(Tsid id, EventDraft fields, int jobCount) {
        this(id, fields, jobCount, false);
    }

    /** When it happened, as its client says, or else when it was accepted. */
    public Instant time() {
        return Objects.requireNonNullElseGet(fields.time(), id::getInstant);
    }

    /** Writes its members. */
    public void write(JsonWriter out) {
        write(out, fields.data(), dataLeftOut);
    }

    /** Writes its members for an answer with several events: without data that is too large for that. */
    public void writeListed(JsonWriter out) {
        JsonText data = fields.data();
        if (data != null && data.isLongerThan(InputLimits.LISTED_DATA_BYTES)) {
            write(out, null, true);
        } else {
            write(out);
        }
    }

    private void write(JsonWriter out, @Nullable JsonText data, boolean leftOut) {
        out.text("id", id)
                .text("specVersion", fields.specVersion())
                .text("type", fields.type())
                .text("source", fields.source())
                .text("subject", fields.subject())
                .time("time", time())
                .json("data", data)
                .truthIf("dataOmitted", leftOut)
                .text("correlationId", fields.correlationId())
                .text("causationId", fields.causationId())
                .text("deduplicationId", fields.deduplicationId())
                .text("messageGroup", fields.messageGroup())
                .text("clientId", fields.client().isEmpty() ? null : fields.client())
                .objects(
                        "contextData",
                        fields.contextData(),
                        (entry, pair) -> entry.text("key", pair.key()).text("value", pair.value()));
    }
}
