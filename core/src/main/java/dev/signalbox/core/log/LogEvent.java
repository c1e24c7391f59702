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

    /** An event's ordering key: the first value of this tag, or the log's own column if there is no tag. */
    public record Grouping(@Nullable String tag) {
        /** The log's own column. */
        public static final Grouping BY_COLUMN = new Grouping(null);

        /** The event with its ordering key. */
        public LogEvent of(LogEvent event) {
            return tag == null ? event : event.in(valueOf(event, tag));
        }

        private static @Nullable String valueOf(LogEvent event, String key) {
            for (String tag : event.tags()) {
                if (Topic.isOf(tag, key)) {
                    return tag.length() == key.length() ? "" : tag.substring(key.length() + 1);
                }
            }
            return null;
        }
    }
}
