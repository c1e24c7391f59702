package dev.signalbox.core.admin;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Narrows down messages; what is null does not.
 *
 * @param group exactly this group
 * @param type exactly this type
 * @param changedBefore claimed, delivered or given up before this time
 * @param reasonContains a part of the last error, in upper or lower case
 */
public record MessageFilter(
        @Nullable String group,
        @Nullable String type,
        @Nullable Instant changedBefore,
        @Nullable String reasonContains) {
    public static final MessageFilter ALL = new MessageFilter(null, null, null, null);

    /** Whether it looks at more than the group, by which rows are found anyway. */
    public boolean needsLooking() {
        return type != null || changedBefore != null || reasonContains != null;
    }
}
