package dev.signalbox.platform.delivery;

import com.github.f4b6a3.tsid.Tsid;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.message.Message.Claim;
import dev.signalbox.core.message.Payload;
import dev.signalbox.core.message.Suspicion;
import dev.signalbox.core.outcome.Outcome;
import dev.signalbox.core.sink.Sink.Answer;
import dev.signalbox.core.time.Clock;
import dev.signalbox.platform.StoreException;
import dev.signalbox.platform.input.PageRequest;
import dev.signalbox.platform.input.ResultPage;
import dev.signalbox.platform.job.JobKind;
import dev.signalbox.platform.registry.SigningSecrets;
import dev.signalbox.platform.registry.Subscription;
import dev.signalbox.platform.registry.SubscriptionFields;
import dev.signalbox.platform.registry.SubscriptionStore;
import dev.signalbox.platform.secret.StoredSecret;
import dev.signalbox.sink.webhook.NameLookup;
import dev.signalbox.sink.webhook.TargetRules;
import dev.signalbox.sink.webhook.WebhookClient;
import dev.signalbox.sink.webhook.WebhookClientSettings;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A sink of jobs over settings in memory, and jobs for it. */
final class SinkFixtures {
    static final Instant ACCEPTED = Instant.parse("2026-03-01T12:00:00.25Z");
    static final Instant CLAIMED = Instant.parse("2026-03-01T12:00:05.5Z");
    static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    static final NameLookup NO_NAMES = (name, _) -> {
        throw new UnknownHostException(name);
    };

    final InMemoryDeliverySettings settings = new InMemoryDeliverySettings();
    final DeliveryRegistry registry = new DeliveryRegistry(settings, Clock.SYSTEM);
    final AttemptJournal journal = new AttemptJournal();
    final PausingStore subscriptions = new PausingStore();
    volatile Instant now = CLAIMED;
    final InstantSource wallClock = () -> now;
    volatile long nanos;
    final WebhookClient client = client();
    final JobSink sink = new JobSink(
            new JobSink.Components(client, registry, settings.cipher, journal, subscriptions, () -> nanos, wallClock));

    static WebhookClient client() {
        return new WebhookClient(
                new WebhookClientSettings(new TargetRules(true, false, List.of()), 100, 100, Duration.ofSeconds(5)),
                NO_NAMES,
                Clock.SYSTEM);
    }

    Message job(String id, long stream) {
        return job(id, stream, "{\"n\": 1.0}");
    }

    Message job(String id, long stream, String data) {
        return job(id, stream, data, new JobMessage(JobKind.EVENT, "0EVENT0000001", "order 7", "corr", null, null));
    }

    Message job(String id, long stream, String data, JobMessage content) {
        return new Message(
                id,
                "group",
                0,
                "order.created",
                Payload.of(data),
                0,
                ACCEPTED,
                new Claim(1, CLAIMED),
                Suspicion.NONE,
                null,
                content.headers(),
                stream);
    }

    Message task(String id, DirectTarget target, @Nullable Instant expiresAt) {
        return job(id, -9, "[1]", new JobMessage(JobKind.TASK, null, null, null, expiresAt, target));
    }

    DirectTarget direct(String url) {
        return new DirectTarget(url, 5, true, null, null, new HashMap<>(), null);
    }

    Outcome send(Message message) throws InterruptedException {
        return ((Answer.Each) sink.send(List.of(message))).outcomes().getFirst();
    }

    AttemptReport report(String job) {
        return journal.unrecorded(job).getLast();
    }

    /** Knows how to pause only. */
    final class PausingStore implements SubscriptionStore {
        final Map<Tsid, @Nullable String> paused = new HashMap<>();
        boolean broken;

        @Override
        public synchronized boolean pauseTarget(Tsid id, String target, String reason) throws StoreException {
            if (broken) {
                throw new StoreException("the database is away");
            }
            paused.put(id, reason);
            registry.known(id).ifPresent(it -> settings.put(InMemoryDeliverySettings.paused(it, true)));
            return true;
        }

        @Override
        public Optional<Subscription> pause(Tsid id, @Nullable String reason) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Subscription create(Tsid id, SubscriptionFields fields, StoredSecret secret) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Optional<Subscription> change(Subscription read, SubscriptionFields fields) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Optional<Subscription> resume(Tsid id) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Optional<Subscription> rotateSecret(Tsid id, StoredSecret secret) {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean delete(Tsid id) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Optional<Subscription> find(Tsid id) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Optional<SigningSecrets> secrets(Tsid id) {
            throw new UnsupportedOperationException();
        }

        @Override
        public ResultPage<Subscription> list(@Nullable String client, PageRequest<Tsid> page) {
            throw new UnsupportedOperationException();
        }
    }
}
