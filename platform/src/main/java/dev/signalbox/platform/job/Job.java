package dev.signalbox.platform.job;

import com.github.f4b6a3.tsid.Tsid;
import dev.signalbox.platform.json.JsonWriter;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A stored job. One of a subscription shows the subscription's present settings.
 *
 * @param attemptCount the attempts that count
 * @param lastError why the last attempt failed or the job was cancelled
 * @param nextAttemptAt null if none is planned, or it goes as soon as it is its turn
 * @param completedAt when it ended
 * @param payloadLeftOut whether its payload is too large for a list, and is shown by the job alone
 */
public record Job(
        Tsid id,
        JobStatus status,
        JobDraft fields,
        int attemptCount,
        @Nullable String lastError,
        @Nullable Instant nextAttemptAt,
        @Nullable Instant completedAt,
        boolean payloadLeftOut) {

    /** Writes its members. Headers may contain credentials and are left out, like secrets. */
    public void write(JsonWriter out) {
        out.text("id", id)
                .text("kind", fields.kind())
                .text("status", status)
                .text("code", fields.code())
                .text("source", fields.source())
                .text("subject", fields.subject())
                .text("eventId", fields.eventId())
                .text("subscriptionId", fields.subscriptionId())
                .text("clientId", fields.client().isEmpty() ? null : fields.client())
                .text("targetUrl", fields.targetUrl())
                .json("payload", fields.payload())
                .truthIf("payloadOmitted", payloadLeftOut)
                .text("payloadContentType", fields.payloadContentType())
                .text("messageGroup", fields.messageGroup());
        fields.delivery().write(out);
        out.text("correlationId", fields.correlationId())
                .text("idempotencyKey", fields.idempotencyKey())
                .text("externalId", fields.externalId())
                .json("metadata", fields.metadata())
                .number("attemptCount", attemptCount)
                .text("lastError", lastError)
                .time("createdAt", id.getInstant())
                .time("scheduledFor", fields.scheduledFor())
                .time("nextAttemptAt", nextAttemptAt)
                .time("completedAt", completedAt)
                .time("expiresAt", fields.expiresAt());
    }
}
