package dev.signalbox.platform.job;

import dev.signalbox.platform.json.JsonWriter;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One attempt to deliver a job.
 *
 * @param attemptNumber from 1
 * @param success whether the target accepted it
 * @param responseCode null if there was no response
 * @param counted whether it counts against the retries; attempts during an outage do not
 */
public record Attempt(
        int attemptNumber,
        Instant attemptedAt,
        int durationMillis,
        boolean success,
        @Nullable Integer responseCode,
        @Nullable String responseBody,
        @Nullable String errorMessage,
        boolean counted) {
    /** How much of a response is kept, in characters. */
    public static final int LONGEST_RESPONSE = 5_000;

    /** Writes its members. */
    public void write(JsonWriter out) {
        out.number("attemptNumber", attemptNumber)
                .time("attemptedAt", attemptedAt)
                .number("durationMillis", durationMillis)
                .text("status", success ? "SUCCESS" : "FAILURE")
                .number("responseCode", responseCode)
                .text("responseBody", responseBody)
                .text("errorMessage", errorMessage)
                .truth("counted", counted);
    }
}
