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
        @Nullable String error) {

    int responseLength() {
        return responseBody == null ? 0 : responseBody.length();
    }

    /** The same with so much of the response at most. */
    AttemptReport shortened(int most) {
        if (responseBody == null || responseBody.length() <= most) {
            return this;
        }
        int end = Character.isHighSurrogate(responseBody.charAt(most - 1)) ? most - 1 : most;
        return new AttemptReport(attemptedAt, durationMillis, responseCode, responseBody.substring(0, end), error);
    }
}
