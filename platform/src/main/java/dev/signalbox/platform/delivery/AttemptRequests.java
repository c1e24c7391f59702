package dev.signalbox.platform.delivery;

import dev.signalbox.core.outcome.Outcome;
import dev.signalbox.platform.job.Attempt;
import dev.signalbox.sink.webhook.WebhookRequest;
import dev.signalbox.sink.webhook.WebhookResponse;
import dev.signalbox.sink.webhook.WebhookResponse.Answered;
import dev.signalbox.sink.webhook.WebhookResponse.NoAnswer;
import dev.signalbox.sink.webhook.WebhookResponse.NotSent;
import dev.signalbox.sink.webhook.WebhookVerdicts;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes the request of an attempt, and the report about its response. */
final class AttemptRequests {
    private AttemptRequests() {}

    /**
     * @param now the time of the signature
     * @throws IllegalArgumentException if a header cannot be sent
     */
    static WebhookRequest of(JobContent content, AttemptTarget target, Instant now, long notAfter) {
        byte[] body = content.body(target.dataOnly());
        return new WebhookRequest(
                target.url(), RequestHeaders.of(content, target, body, now), body, target.timeout(), notAfter);
    }

    /** Empty if nothing was tried. */
    static List<AttemptReport> report(Instant at, WebhookResponse response, Outcome outcome, WebhookVerdicts verdicts) {
        String error = outcome instanceof Outcome.Delivered ? null : outcome.reason();
        int millis = millis(response.duration());
        return switch (response) {
            case Answered answered ->
                List.of(new AttemptReport(
                        at, millis, answered.status(), body(verdicts.masked(answered.body())), error));
            case NoAnswer _ -> List.of(new AttemptReport(at, millis, null, null, error));
            case NotSent notSent ->
                switch (notSent.cause()) {
                    case TOO_LATE, CLOSED -> List.of();
                    case REFUSED_TARGET, UNKNOWN_HOST, UNREACHABLE, TLS, BUSY ->
                        List.of(new AttemptReport(at, millis, null, null, error));
                };
        };
    }

    /** As every database can store it. */
    private static @Nullable String body(String body) {
        String storable = body.replace('\0', '\ufffd');
        return storable.isEmpty() ? null : storable.substring(0, Math.min(storable.length(), Attempt.LONGEST_RESPONSE));
    }

    static int millis(Duration duration) {
        return (int) Math.min(Integer.MAX_VALUE, duration.toMillis());
    }
}
