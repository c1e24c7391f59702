package dev.signalbox.core.log;

import dev.signalbox.core.message.Payload;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An event as read from a log, with its ordering key where the feed has one. */
public record LogEvent(
        long position,
        long xid,
        @Nullable String group,
        String type,
        List<String> tags,
        Payload payload,
        Instant occurredAt,
        Map<String, String> headers) {
    LogEvent in(@Nullable String otherGroup) {
        return new LogEvent(position, xid, otherGroup, type, tags, payload, occurredAt, headers);
    }

    /** The same with its payload, which had been left in the database. */
    public LogEvent with(Payload content) {
        return new LogEvent(position, xid, group, type, tags, content, occurredAt, headers);
    }
}
