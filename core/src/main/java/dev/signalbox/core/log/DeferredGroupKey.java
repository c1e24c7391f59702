package dev.signalbox.core.log;

import org.jspecify.annotations.Nullable;

/**
 * Who waits beside the main line: a group, or a single event that belongs to none.
 *
 * @param position of the single event; 0 for a group
 */
public record DeferredGroupKey(@Nullable String group, long position) {
    public static DeferredGroupKey of(String group) {
        return new DeferredGroupKey(group, 0);
    }

    public static DeferredGroupKey of(long position) {
        return new DeferredGroupKey(null, position);
    }

    public boolean isUngrouped() {
        return group == null;
    }
}
