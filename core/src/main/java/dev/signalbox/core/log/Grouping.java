package dev.signalbox.core.log;

import org.jspecify.annotations.Nullable;

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
