package dev.signalbox.platform.registry;

import com.github.f4b6a3.tsid.Tsid;
import dev.signalbox.platform.json.JsonWriter;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A stored subscription. Its secrets are not part of it.
 *
 * @param pauseReason why it is paused, if that is known
 */
public record Subscription(
        Tsid id, SubscriptionFields fields, @Nullable String pauseReason, Instant createdAt, Instant updatedAt) {

    /** Writes its members. */
    public void write(JsonWriter out) {
        out.text("id", id)
                .text("code", fields.code())
                .text("name", fields.name())
                .text("description", fields.description())
                .text("clientId", fields.client().isEmpty() ? null : fields.client())
                .objects(
                        "eventTypes",
                        fields.eventTypes(),
                        (entry, binding) -> entry.text("eventTypeId", binding.eventTypeId())
                                .text("eventTypeCode", binding.eventTypeCode())
                                .text("specVersion", binding.specVersion()))
                .text("target", fields.target())
                .text("queue", fields.queue());
        fields.delivery().write(out);
        out.number("maxAgeSeconds", fields.maxAgeSeconds())
                .number("delaySeconds", fields.delaySeconds())
                .text("status", fields.status())
                .text("pauseReason", pauseReason)
                .text("whilePaused", fields.whilePaused().toString())
                .objects(
                        "customConfig",
                        List.copyOf(fields.customConfig().entrySet()),
                        (JsonWriter entry, Map.Entry<String, String> pair) ->
                                entry.text("key", pair.getKey()).text("value", pair.getValue()))
                .time("createdAt", createdAt)
                .time("updatedAt", updatedAt);
    }
}
