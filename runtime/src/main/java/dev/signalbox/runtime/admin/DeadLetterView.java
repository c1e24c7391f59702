package dev.signalbox.runtime.admin;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An event that was given up, as the API shows it.
 *
 * @param type null if the event is gone from the log
 * @param diedAt when it was given up, as far as that is recorded
 */
public record DeadLetterView(
        long position,
        @Nullable String type,
        @Nullable String group,
        int attempts,
        String reason,
        @Nullable Instant diedAt) {}
