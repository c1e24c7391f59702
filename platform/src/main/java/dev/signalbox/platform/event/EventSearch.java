package dev.signalbox.platform.event;

import com.github.f4b6a3.tsid.Tsid;
import dev.signalbox.platform.input.PageRequest;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which events to list. A criterion that is null does not count.
 *
 * @param client null for those of all clients
 * @param after accepted at or after this time
 * @param before accepted before this time
 * @param contextData entries that the event must have, all of them
 */
public record EventSearch(
        @Nullable String client,
        @Nullable String type,
        @Nullable String source,
        @Nullable String subject,
        @Nullable String correlationId,
        @Nullable String causationId,
        @Nullable String messageGroup,
        @Nullable Instant after,
        @Nullable Instant before,
        List<ContextEntry> contextData,
        PageRequest<Tsid> page) {
    public EventSearch {
        contextData = List.copyOf(contextData);
    }

    /** The events of all clients, newest first. */
    public static EventSearch all() {
        return new EventSearch(null, null, null, null, null, null, null, null, null, List.of(), PageRequest.first());
    }
}
