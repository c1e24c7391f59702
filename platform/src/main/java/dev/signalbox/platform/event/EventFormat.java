package dev.signalbox.platform.event;

import dev.signalbox.platform.input.FieldErrors;
import dev.signalbox.platform.json.JsonValue;
import org.jspecify.annotations.Nullable;

/** How an event is written in a body. */
public enum EventFormat {
    /** {@code application/json}. */
    PLAIN {
        @Override
        @Nullable
        EventDraft read(String client, JsonValue value, FieldErrors errors) {
            return EventReader.plain(client, value, errors);
        }
    },
    /** {@code application/cloudevents+json}, and the batch form of it. */
    CLOUD_EVENT {
        @Override
        @Nullable
        EventDraft read(String client, JsonValue value, FieldErrors errors) {
            return CloudEventReader.read(client, value, errors);
        }
    };

    /** Null, with errors, if anything is wrong with it. */
    abstract @Nullable EventDraft read(String client, JsonValue value, FieldErrors errors);
}
