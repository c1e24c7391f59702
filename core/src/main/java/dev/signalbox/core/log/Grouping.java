package dev.signalbox.core.log;

import org.jspecify.annotations.Nullable;

/**
 * Where an event's ordering key comes from.
 *
 * @param tag the key of the tag whose value it is, the first one if there are several; null for the log's own column
 */
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
