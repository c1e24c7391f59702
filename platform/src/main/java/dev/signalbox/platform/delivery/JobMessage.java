package dev.signalbox.platform.delivery;

import dev.signalbox.core.message.Message;
import dev.signalbox.platform.job.JobKind;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a message says about the job that it delivers, besides its id, group, type (the job's code) and payload (the data as it
 * was written; empty for none). It travels in the headers of the message, so it is counted and forgotten with it.
 *
 * @param eventId the event that it stems from; null for none
 * @param expiresAt the job's own time; null for none. A subscription's age counts besides
 * @param direct what only a direct job has; null for a job of a subscription, which takes the present settings of that
 */
public record JobMessage(
        JobKind kind,
        @Nullable String eventId,
        @Nullable String subject,
        @Nullable String correlationId,
        @Nullable Instant expiresAt,
        @Nullable DirectTarget direct) {
    private static final String KIND = "kind";
    private static final String EVENT = "event";
    private static final String SUBJECT = "subject";
    private static final String CORRELATION = "correlation";
    private static final String EXPIRY = "expiry";

    /** The headers of a message that carries this. */
    public Map<String, String> headers() {
        Map<String, String> headers = new HashMap<>();
        headers.put(KIND, kind.name());
        put(headers, EVENT, eventId);
        put(headers, SUBJECT, subject);
        put(headers, CORRELATION, correlationId);
        put(headers, EXPIRY, expiresAt == null ? null : expiresAt.toString());
        if (direct != null) {
            direct.writeTo(headers);
        }
        return headers;
    }

    /** What a message of the platform carries. */
    public static JobMessage of(Message message) {
        Map<String, String> headers = message.headers();
        String expiry = headers.get(EXPIRY);
        return new JobMessage(
                JobKind.valueOf(headers.getOrDefault(KIND, JobKind.EVENT.name())),
                headers.get(EVENT),
                headers.get(SUBJECT),
                headers.get(CORRELATION),
                expiry == null ? null : Instant.parse(expiry),
                DirectTarget.readFrom(headers));
    }

    static void put(Map<String, String> headers, String name, @Nullable String value) {
        if (value != null) {
            headers.put(name, value);
        }
    }
}
