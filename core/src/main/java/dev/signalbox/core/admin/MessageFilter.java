package dev.signalbox.core.admin;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A filter for messages; null matches all, and {@code reasonContains} ignores case. */
public record MessageFilter(
        @Nullable String group,
        @Nullable String type,
        @Nullable Instant changedBefore,
        @Nullable String reasonContains) {
    public static final MessageFilter ALL = new MessageFilter(null, null, null, null);

    /** Whether it filters by more than the group, which is indexed. */
    public boolean needsLooking() {
        return type != null || changedBefore != null || reasonContains != null;
    }
}
