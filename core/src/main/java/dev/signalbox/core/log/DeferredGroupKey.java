package dev.signalbox.core.log;

import org.jspecify.annotations.Nullable;

/** The key of a deferred group: a group, or the position of an ungrouped event. */
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
