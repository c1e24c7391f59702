package dev.signalbox.platform.delivery;

import com.github.f4b6a3.tsid.Tsid;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.outcome.Outcome;
import dev.signalbox.platform.StoreException;
import dev.signalbox.platform.registry.DeliverySettings;
import dev.signalbox.platform.registry.ServiceAccount.StoredSecrets;
import dev.signalbox.platform.secret.SecretCipher;
import dev.signalbox.platform.secret.StoredSecret;
import dev.signalbox.platform.secret.UnreadableSecretException;
import dev.signalbox.sink.webhook.WebhookSecret;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds where the next attempt of a job goes, with the settings and secrets of this moment. */
final class AttemptTargets {
    /** The wait of a job that cannot be sent at the moment. */
    private static final Duration SOON = Duration.ofSeconds(1);

    private final DeliveryRegistry registry;
    private final SecretCipher cipher;

    AttemptTargets(DeliveryRegistry registry, SecretCipher cipher) {
        this.registry = registry;
        this.cipher = cipher;
    }

    /** Where an attempt goes, or why there is none. */
    sealed interface Choice {
        /** @param subscription null for a direct job */
        record To(AttemptTarget target, @Nullable DeliverySubscription subscription) implements Choice {}

        record None(Outcome outcome) implements Choice {}
    }

    /**
     * The times of an attempt.
     *
     * @param now when it begins, by the clock of this machine
     * @param stored the same by the database, whose times say how old a job is
     */
    record Times(Instant now, Instant stored) {}

    Choice of(Message message, JobMessage job, Times times) {
        String expired = JobExpiry.ofJob(job.expiresAt(), times.stored());
        if (expired != null) {
            return new Choice.None(Outcome.Rejected.unsent(expired));
        }
        try {
            DirectTarget direct = job.direct();
            return direct == null ? ofSubscription(message, times) : new Choice.To(direct(message.id(), direct), null);
        } catch (StoreException e) {
            return new Choice.None(
                    new Outcome.Postponed("its service account cannot be read: " + e.getMessage(), SOON));
        } catch (UnreadableSecretException e) {
            // Its messages are not to blame, and can be sent as soon as the key is right.
            return new Choice.None(new Outcome.Unavailable(String.valueOf(e.getMessage())));
        } catch (IllegalArgumentException e) {
            return new Choice.None(Outcome.Rejected.unsent("the request cannot be made: " + e.getMessage()));
        }
    }

    private Choice ofSubscription(Message message, Times times) throws StoreException, UnreadableSecretException {
        return switch (registry.lookup(Tsid.from(message.outlet()))) {
            // The source cancels them.
            case DeliveryRegistry.Lookup.Gone() ->
                new Choice.None(new Outcome.Postponed("its subscription was deleted", SOON));
            case DeliveryRegistry.Lookup.Unreadable() ->
                new Choice.None(new Outcome.Postponed("its subscription cannot be read", SOON));
            case DeliveryRegistry.Lookup.Found(DeliverySubscription subscription) -> {
                String expired = JobExpiry.ofAge(message.createdAt(), subscription.maxAgeSeconds(), times.stored());
                if (expired != null) {
                    yield new Choice.None(Outcome.Rejected.unsent(expired));
                }
                yield subscription.paused()
                        ? new Choice.None(new Outcome.Postponed("its subscription is paused", SOON))
                        : new Choice.To(of(subscription, times.now()), subscription);
            }
        };
    }

    /** The target of a subscription, whether it is paused or not. */
    AttemptTarget of(DeliverySubscription subscription, Instant now) throws StoreException, UnreadableSecretException {
        DeliverySettings delivery = subscription.delivery();
        String owner = subscription.id().toString();
        List<WebhookSecret> secrets = new ArrayList<>();
        secrets.add(open(subscription.secret(), owner));
        subscription.previousAt(now).flatMap(it -> readable(it, owner)).ifPresent(secrets::add);
        Tsid account = delivery.serviceAccountId();
        return new AttemptTarget(
                URI.create(subscription.target()),
                Duration.ofSeconds(delivery.timeoutSeconds()),
                delivery.dataOnly(),
                null,
                subscription.headers(),
                account == null ? null : token(account, account(account)),
                secrets);
    }

    /** A job without a secret is signed with that of its account. */
    private AttemptTarget direct(String job, DirectTarget direct) throws StoreException, UnreadableSecretException {
        String id = direct.serviceAccountId();
        Tsid account = id == null ? null : Tsid.from(id);
        StoredSecrets ofAccount = account == null ? new StoredSecrets(null, null) : account(account);
        return new AttemptTarget(
                URI.create(direct.url()),
                Duration.ofSeconds(direct.timeoutSeconds()),
                direct.dataOnly(),
                direct.contentType(),
                direct.headers(),
                account == null ? null : token(account, ofAccount),
                secret(job, direct.storedSecret(), account, ofAccount).stream().toList());
    }

    private Optional<WebhookSecret> secret(
            String job, @Nullable String own, @Nullable Tsid account, StoredSecrets ofAccount)
            throws UnreadableSecretException {
        if (own != null) {
            return Optional.of(open(new StoredSecret(own), job));
        }
        StoredSecret shared = ofAccount.signingSecret();
        return account == null || shared == null ? Optional.empty() : Optional.of(open(shared, account.toString()));
    }

    private StoredSecrets account(Tsid id) throws StoreException {
        return registry.account(id)
                .map(DeliveryAccount::secrets)
                .orElseThrow(() -> new IllegalArgumentException("there is no service account " + id));
    }

    private @Nullable String token(Tsid account, StoredSecrets secrets) throws UnreadableSecretException {
        StoredSecret token = secrets.bearerToken();
        return token == null ? null : cipher.read(token, account.toString()).text();
    }

    /** The secret before a rotation may be encrypted with a key that was replaced. The present one signs all the same. */
    private Optional<WebhookSecret> readable(StoredSecret stored, String owner) {
        try {
            return Optional.of(open(stored, owner));
        } catch (UnreadableSecretException _) {
            return Optional.empty();
        }
    }

    private WebhookSecret open(StoredSecret stored, String owner) throws UnreadableSecretException {
        return WebhookSecret.ofText(cipher.read(stored, owner).text());
    }
}
