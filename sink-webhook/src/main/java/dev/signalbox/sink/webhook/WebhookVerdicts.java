package dev.signalbox.sink.webhook;

import dev.signalbox.core.outcome.Outcome;
import dev.signalbox.core.sink.RetryAfter;
import dev.signalbox.sink.webhook.WebhookResponse.Answered;
import dev.signalbox.sink.webhook.WebhookResponse.NoAnswer;
import dev.signalbox.sink.webhook.WebhookResponse.NotSent;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Turns the response to a webhook into the outcome of its message. */
public final class WebhookVerdicts {
    /** The longest pause that any Retry-After header can ask for. */
    public static final Duration LONGEST_RETRY_AFTER = Duration.ofHours(1);

    /** These depend on the address or the credential, which all messages of a fixed endpoint share. */
    private static final Set<Integer> WRONG_ENDPOINT =
            Set.of(401, 402, 403, 404, 405, 406, 407, 410, 411, 414, 415, 417, 421, 426, 431);

    private final boolean fixedEndpoint;
    private final InstantSource wallClock;
    private final Duration retryAfterCap;
    private final ReasonText reasons;

    private WebhookVerdicts(
            boolean fixedEndpoint, InstantSource wallClock, Duration retryAfterCap, List<String> secrets) {
        this.fixedEndpoint = fixedEndpoint;
        this.wallClock = wallClock;
        this.retryAfterCap = retryAfterCap.compareTo(LONGEST_RETRY_AFTER) < 0 ? retryAfterCap : LONGEST_RETRY_AFTER;
        this.reasons = new ReasonText(secrets);
    }

    /**
     * For targets that users have chosen: a redirect and most 4xx are final for a message.
     *
     * @param wallClock what a date in a Retry-After header is compared with
     */
    public static WebhookVerdicts ofTargets(InstantSource wallClock) {
        return new WebhookVerdicts(false, wallClock, LONGEST_RETRY_AFTER, List.of());
    }

    /**
     * For the one endpoint of a sink: a status about its address or credential is an outage, since blaming the message would
     * dead-letter the whole backlog.
     *
     * @param secrets texts that reasons must not contain
     */
    static WebhookVerdicts ofEndpoint(InstantSource wallClock, Duration retryAfterCap, List<String> secrets) {
        return new WebhookVerdicts(true, wallClock, retryAfterCap, secrets);
    }

    /** The same, with reasons that do not show these texts. */
    public WebhookVerdicts hiding(List<String> secrets) {
        return new WebhookVerdicts(fixedEndpoint, wallClock, retryAfterCap, secrets);
    }

    /** An answer without the secrets that reasons must not show either. */
    public String masked(String answer) {
        return reasons.masked(answer);
    }

    public Outcome outcome(WebhookResponse response) {
        return switch (response) {
            case Answered answered -> ofStatus(answered);
            case NotSent notSent -> ofNotSent(notSent);
            case NoAnswer noAnswer ->
                noAnswer.cause() == NoAnswer.Cause.BROKEN
                        ? new Outcome.Failed(reasons.of(noAnswer.reason()))
                        : new Outcome.Unknown(reasons.of(noAnswer.reason()));
        };
    }

    private Outcome ofNotSent(NotSent notSent) {
        return notSent.cause() == NotSent.Cause.TOO_LATE
                ? Outcome.NOT_ATTEMPTED
                : new Outcome.Unavailable(reasons.of(notSent.reason()));
    }

    private Outcome ofStatus(Answered answered) {
        int status = answered.status();
        String reason = reasons.of(status, answered.body());
        if (fixedEndpoint && (WRONG_ENDPOINT.contains(status) || status / 100 == 3)) {
            return new Outcome.Unavailable("wrong endpoint or credential: " + reason);
        }
        return switch (status) {
            case 408, 425 -> new Outcome.Failed(reason);
            case 429, 502, 503, 504 -> new Outcome.Throttled(reason, retryAfter(answered));
            default -> byHundreds(status, reason);
        };
    }

    private static Outcome byHundreds(int status, String reason) {
        return switch (status / 100) {
            case 2 -> Outcome.DELIVERED;
            case 3, 4 -> new Outcome.Rejected(reason);
            default -> new Outcome.Failed(reason);
        };
    }

    private @Nullable Duration retryAfter(Answered answered) {
        String header = answered.retryAfter();
        return header == null ? null : RetryAfter.parse(header, wallClock.instant(), retryAfterCap);
    }
}
