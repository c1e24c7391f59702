package dev.signalbox.platform.delivery;

import com.github.f4b6a3.tsid.Tsid;
import dev.signalbox.core.message.Payload;
import dev.signalbox.core.outcome.Outcome;
import dev.signalbox.platform.StoreException;
import dev.signalbox.platform.id.TsidIds;
import dev.signalbox.platform.job.JobKind;
import dev.signalbox.platform.json.JsonWriter;
import dev.signalbox.platform.registry.EventTypeBinding;
import dev.signalbox.platform.registry.Subscription;
import dev.signalbox.platform.secret.SecretCipher;
import dev.signalbox.platform.secret.UnreadableSecretException;
import dev.signalbox.sink.webhook.WebhookClient;
import dev.signalbox.sink.webhook.WebhookResponse;
import dev.signalbox.sink.webhook.WebhookVerdicts;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * Sends a made-up event to the target of a subscription, signed like any other, and returns what the target said. It is no job: it is
 * neither stored nor repeated, ignores a pause and a pool, and changes nothing.
 */
public final class TestDelivery {
    /** Each waits for a target, in a request of its own. */
    static final int MOST = 16;

    private final Semaphore places = new Semaphore(MOST);
    private final WebhookClient client;
    private final DeliveryRegistry registry;
    private final AttemptTargets targets;
    private final TsidIds ids;
    private final InstantSource wallClock;

    /**
     * What the target said.
     *
     * @param id the id of the made-up event, as the target got it
     * @param responseCode null if there was no response
     * @param responseBody its first characters; null if there was none
     * @param error null if the target accepted it
     */
    public record Result(
            String id,
            boolean delivered,
            int durationMillis,
            @Nullable Integer responseCode,
            @Nullable String responseBody,
            @Nullable String error) {
        /** Writes its members. */
        public void write(JsonWriter out) {
            out.text("id", id)
                    .truth("delivered", delivered)
                    .number("durationMillis", durationMillis)
                    .number("responseCode", responseCode)
                    .text("responseBody", responseBody)
                    .text("errorMessage", error);
        }
    }

    public TestDelivery(
            WebhookClient client,
            DeliveryRegistry registry,
            SecretCipher cipher,
            TsidIds ids,
            InstantSource wallClock) {
        this.client = client;
        this.registry = registry;
        this.targets = new AttemptTargets(registry, cipher);
        this.ids = ids;
        this.wallClock = wallClock;
    }

    /** As many tests are under way as there may be. */
    public static final class BusyException extends Exception {
        private static final long serialVersionUID = 1;

        private BusyException() {
            super("This node sends " + MOST + " tests already.");
        }
    }

    /** Waits for the answer, until the subscription's time-out at most. Empty if the subscription is gone. */
    public Optional<Result> send(Subscription subscription) throws InterruptedException, StoreException, BusyException {
        if (!places.tryAcquire()) {
            throw new BusyException();
        }
        try {
            // Another node may have changed it just now.
            registry.refresh();
            Optional<DeliverySubscription> known = registry.known(subscription.id());
            return known.isEmpty() ? Optional.empty() : Optional.of(send(subscription, known.get()));
        } finally {
            places.release();
        }
    }

    private Result send(Subscription subscription, DeliverySubscription delivery)
            throws InterruptedException, StoreException {
        Instant now = wallClock.instant();
        JobContent content = content(subscription, now);
        try {
            AttemptTarget target = targets.of(delivery, now);
            WebhookResponse response = client.send(AttemptRequests.of(content, target, now, Long.MAX_VALUE));
            WebhookVerdicts verdicts = WebhookVerdicts.ofTargets(wallClock).hiding(target.hidden());
            Outcome outcome = verdicts.outcome(response);
            List<AttemptReport> report = AttemptRequests.report(now, response, outcome, verdicts);
            return report.isEmpty() ? failed(content.id(), outcome.reason()) : result(content.id(), report.getFirst());
        } catch (UnreadableSecretException | IllegalArgumentException e) {
            return failed(content.id(), String.valueOf(e.getMessage()));
        }
    }

    private static Result result(String id, AttemptReport report) {
        return new Result(
                id,
                report.error() == null,
                report.durationMillis(),
                report.responseCode(),
                report.responseBody(),
                report.error());
    }

    private static Result failed(String id, String error) {
        return new Result(id, false, 0, null, null, error);
    }

    private JobContent content(Subscription subscription, Instant now) throws StoreException {
        Tsid event = ids.next();
        String code = subscription.fields().eventTypes().stream()
                .map(EventTypeBinding::eventTypeCode)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse("signalbox.test");
        byte[] data = JsonWriter.object(out -> out.truth("test", true)
                .text("subscription", subscription.fields().code())
                .time("sentAt", now));
        return new JobContent(
                ids.next().toString(), JobKind.EVENT, code, null, event.toString(), null, now, Payload.of(data));
    }
}
