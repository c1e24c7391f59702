package dev.signalbox.platform.delivery;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What one attempt was like, as far as the one who made it knows. Whether it counts follows from the verdict.
 *
 * @param responseCode null if there was no response
 * @param responseBody its first characters; null if there was none
 * @param error null if the target accepted it
 */
public record AttemptReport(
        Instant attemptedAt,
        int durationMillis,
        @Nullable Integer responseCode,
        @Nullable String responseBody,
        @Nullable String error) {}
