package dev.signalbox.platform.event;

import dev.signalbox.platform.json.JsonText;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An event as a client has posted it, checked and completed with defaults.
 *
 * @param client who posts it; empty for the anchor
 * @param specVersion the version of its type
 * @param time null if the client gave none: then the time of acceptance counts
 * @param data null if the client gave none
 * @param deduplicationId two events of a client with the same one are the same event; null if each is new
 * @param messageGroup events of a group are delivered in order; null for no order
 */
public record EventDraft(
        String client,
        String type,
        String specVersion,
        @Nullable String source,
        @Nullable String subject,
        @Nullable Instant time,
        @Nullable JsonText data,
        @Nullable String correlationId,
        @Nullable String causationId,
        @Nullable String deduplicationId,
        @Nullable String messageGroup,
        List<ContextEntry> contextData) {
    public static final String DEFAULT_SPEC_VERSION = "1.0";

    public EventDraft {
        contextData = List.copyOf(contextData);
    }

    /** Roughly how many bytes it takes in a statement. */
    public int size() {
        return 200 + (data == null ? 0 : data.text().length()) + contextData.size() * 100;
    }
}
