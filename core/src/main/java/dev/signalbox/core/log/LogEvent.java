package dev.signalbox.core.log;

import dev.signalbox.core.message.ColumnLimits;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.message.OversizedColumn;
import dev.signalbox.core.message.Payload;
import java.nio.charset.StandardCharsets;
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
    /** The bytes of its texts that it keeps in memory, with one byte for each character. */
    public long heldBytes() {
        return payload.bytes().length + textBytes();
    }

    /** The same without its payload. */
    public long textBytes() {
        long bytes = type.length() + Message.textBytes(headers);
        for (String tag : tags) {
            bytes += tag.length();
        }
        return bytes;
    }

    LogEvent in(@Nullable String otherGroup) {
        return new LogEvent(position, xid, otherGroup, type, tags, payload, occurredAt, headers);
    }

    /** The same with its payload, which had been left in the database. */
    public LogEvent with(Payload content) {
        return new LogEvent(position, xid, group, type, tags, content, occurredAt, headers);
    }

    /** An event's ordering key: the first value of this tag, or the log's own column if there is no tag. */
    public record Grouping(@Nullable String tag, int limit) {
        /** The log's own column. */
        public static final Grouping BY_COLUMN = new Grouping(null);

        public Grouping(@Nullable String tag) {
            this(tag, ColumnLimits.DEFAULTS.group());
        }

        /** The event with its ordering key. One whose key is oversized is in no group, and fails. */
        public LogEvent of(LogEvent event) {
            if (tag == null) {
                return event;
            }
            String group = valueOf(event, tag);
            if (group == null || group.length() <= limit / 4) {
                return event.in(group);
            }
            int size = group.getBytes(StandardCharsets.UTF_8).length;
            return size <= limit
                    ? event.in(group)
                    : event.with(Payload.leftBehind(new OversizedColumn("tags, " + tag, size, limit)))
                            .in(null);
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
