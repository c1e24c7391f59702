package dev.signalbox.core.admin;

import org.jspecify.annotations.Nullable;

/** Which messages to list, after where the previous page ended; null for the first. */
public record MessageQuery(
        MessageState state,
        MessageFilter filter,
        int limit,
        @Nullable String after) {
    public static final int MOST = 500;

    public MessageQuery {
        if (limit < 1 || limit > MOST) {
            throw new IllegalArgumentException("limit: '" + limit + "'; allowed are 1 to " + MOST);
        }
    }
}
