package dev.signalbox.core.log;

import org.jspecify.annotations.Nullable;

/**
 * Who waits beside the main line: a group, or a single event that belongs to none.
 *
 * @param position of the single event; 0 for a group
 */
public record SidingKey(@Nullable String group, long position) {
    public static SidingKey of(String group) {
        return new SidingKey(group, 0);
    }

    public static SidingKey of(long position) {
        return new SidingKey(null, position);
    }

    public boolean isSingle() {
        return group == null;
    }
}
