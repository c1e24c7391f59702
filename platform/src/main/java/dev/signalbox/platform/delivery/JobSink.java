package dev.signalbox.platform.delivery;

import dev.signalbox.core.message.Message;
import dev.signalbox.core.outcome.Outcome;
import dev.signalbox.core.sink.Sink;
import dev.signalbox.core.time.Clock;
import dev.signalbox.platform.registry.SubscriptionStore;
import dev.signalbox.platform.secret.SecretCipher;
import dev.signalbox.sink.webhook.OneByOneSending;
import dev.signalbox.sink.webhook.WebhookClient;
import dev.signalbox.sink.webhook.WebhookRequest;
import dev.signalbox.sink.webhook.WebhookResponse;
import dev.signalbox.sink.webhook.WebhookVerdicts;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Sends each job as a signed request of its own, to the target that its subscription has at that moment. */
public final class JobSink implements Sink {
    /** A request has one job; more of them in flight are more calls. */
    static final SinkLimits LIMITS = new SinkLimits(1, Long.MAX_VALUE);

    /** How long a job waits that must not be sent: until then its source has taken it away. */
    private static final Duration FORBIDDEN = Duration.ofMillis(500);

    private final Components components;
    private final WebhookVerdicts verdicts;
    private final AttemptTargets targets;
    private final DatabaseTime databaseTime;
    private final RefusingTargets refusing = new RefusingTargets();
    private final PauseGoneTargets gone;
    private final OneByOneSending oneByOne = new OneByOneSending();

    /**
     * What it works with.
     *
     * @param client is closed with the sink
     * @param wallClock the time of signatures, which receivers compare with their own
     */
    public record Components(
            WebhookClient client,
            DeliveryRegistry registry,
            SecretCipher cipher,
            AttemptJournal journal,
            SubscriptionStore subscriptions,
            Clock clock,
            InstantSource wallClock) {}

    /** Does not connect. */
    public JobSink(Components components) {
        this.components = components;
        this.verdicts = WebhookVerdicts.ofTargets(components.wallClock());
        this.targets = new AttemptTargets(components.registry(), components.cipher());
        this.databaseTime = new DatabaseTime(components.clock());
        this.gone = new PauseGoneTargets(components.subscriptions(), components.registry());
    }

    @Override
    public SinkLimits limits() {
        return LIMITS;
    }

    @Override
    public Answer send(List<Message> batch, long notAfter) throws InterruptedException {
        return oneByOne.send(batch, message -> send(message, notAfter));
    }

    private Outcome send(Message message, long notAfter) throws InterruptedException {
        if (message.payload().isLeftBehind()) {
            return Outcome.Rejected.unsent(message.payload().reasonLeftBehind());
        }
        if (components.clock().leaseNanos() >= notAfter) {
            return Outcome.NOT_ATTEMPTED;
        }
        JobMessage job = JobMessage.of(message);
        Instant now = components.wallClock().instant();
        var times =
                new AttemptTargets.Times(now, databaseTime.since(message.claim().at()));
        return switch (targets.of(message, job, times)) {
            case AttemptTargets.Choice.None(Outcome outcome) -> outcome;
            case AttemptTargets.Choice.To(AttemptTarget target, DeliverySubscription subscription) ->
                attempt(message, JobContent.of(message, job), target, subscription, new Moment(now, notAfter));
        };
    }

    /** When an attempt begins, and the time by the relay's clock at which it must have begun. */
    private record Moment(Instant now, long notAfter) {}

    private Outcome attempt(
            Message message,
            JobContent content,
            AttemptTarget target,
            @Nullable DeliverySubscription subscription,
            Moment moment)
            throws InterruptedException {
        WebhookRequest request;
        try {
            request = AttemptRequests.of(content, target, moment.now(), moment.notAfter());
        } catch (IllegalArgumentException e) {
            return Outcome.Rejected.unsent("the request cannot be made: " + e.getMessage());
        }
        AttemptJournal journal = components.journal();
        if (!journal.begin(message.id())) {
            return new Outcome.Postponed("it ends, or an earlier attempt is still under way", FORBIDDEN);
        }
        List<AttemptReport> report = List.of();
        try {
            WebhookResponse response = components.client().send(request);
            WebhookVerdicts hiding = verdicts.hiding(target.hidden());
            Outcome outcome = judge(message, subscription, target, response, hiding.outcome(response));
            report = AttemptRequests.report(moment.now(), response, outcome, hiding);
            return outcome;
        } finally {
            journal.end(message.id(), report);
        }
    }

    private Outcome judge(
            Message message,
            @Nullable DeliverySubscription subscription,
            AttemptTarget target,
            WebhookResponse response,
            Outcome alone) {
        if (!(response instanceof WebhookResponse.Answered answered)) {
            return alone;
        }
        Outcome outcome =
                refusing.judge(message.outlet(), target.url().toString(), message.id(), answered.status(), alone);
        return answered.status() == PauseGoneTargets.GONE && subscription != null
                ? gone.pause(subscription, outcome)
                : outcome;
    }

    /** What has not begun is not sent any more. */
    @Override
    public void abandon() {
        oneByOne.abandon();
    }

    @Override
    public void close() {
        components.client().close();
    }
}
