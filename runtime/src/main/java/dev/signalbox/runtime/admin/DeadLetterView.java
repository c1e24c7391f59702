package dev.signalbox.runtime.admin;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A dead letter of a feed, as the API shows it.
 *
 * @param type null if the log no longer has the event
 * @param diedAt when it was dead-lettered, if that is recorded
 */
public record DeadLetterView(
        long position,
        @Nullable String type,
        @Nullable String group,
        int attempts,
        String reason,
        @Nullable Instant diedAt) {}
