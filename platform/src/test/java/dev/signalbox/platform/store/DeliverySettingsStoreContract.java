package dev.signalbox.platform.store;

import static dev.signalbox.platform.store.PlatformFixture.quoted;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.f4b6a3.tsid.Tsid;
import dev.signalbox.platform.delivery.DeliveryAccount;
import dev.signalbox.platform.delivery.DeliveryChanges;
import dev.signalbox.platform.delivery.DeliveryPool;
import dev.signalbox.platform.delivery.DeliverySettingsStore;
import dev.signalbox.platform.delivery.DeliverySubscription;
import dev.signalbox.platform.registry.DispatchPool;
import dev.signalbox.platform.registry.DispatchPool.PoolStatus;
import dev.signalbox.platform.registry.ServiceAccount.StoredSecrets;
import dev.signalbox.platform.registry.SigningSecrets;
import dev.signalbox.platform.registry.Subscription;
import dev.signalbox.platform.registry.SubscriptionStore;
import dev.signalbox.platform.secret.Secret;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What delivery reads from every store. Each test needs an empty store. */
public abstract class DeliverySettingsStoreContract {
    private PlatformFixture node;
    private DeliverySettingsStore settings;

    protected abstract PlatformStore emptyStore() throws Exception;

    @BeforeEach
    void openStore() throws Exception {
        node = new PlatformFixture(emptyStore());
        settings = node.store.deliverySettings();
    }

    private DispatchPool pool(String code) throws Exception {
        return node.store
                .dispatchPools()
                .create(
                        node.ids.next(),
                        DispatchPool.readNew(
                                "", quoted("{'code':'%s','rateLimit':5,'concurrency':3}".formatted(code))));
    }

    private Tsid account(String name) throws Exception {
        Tsid id = node.ids.next();
        StoredSecrets secrets = new StoredSecrets(node.cipher.store(new Secret("token"), id.toString()), null);
        return node.store.serviceAccounts().create(id, "", name, secrets).id();
    }

    @Test
    void everythingThatDeliveryNeedsIsRead() throws Exception {
        DispatchPool pool = pool("p");
        Tsid account = account("robot");
        Subscription subscription = node.subscribe(
                "s",
                "t",
                "'mode':'BLOCK_ON_ERROR','timeoutSeconds':7,'maxAgeSeconds':60,'sequence':5,'maxRetries':9,'dataOnly':false",
                "'status':'PAUSED','dispatchPoolId':'%s','serviceAccountId':'%s'".formatted(pool.id(), account),
                "'customConfig':[{'key':'header.X-A','value':'b'},{'key':'other','value':'c'}]");

        DeliveryChanges all = settings.changesSince(DeliverySettingsStore.NOTHING);

        assertThat(all.version()).isEqualTo(settings.version()).isPositive();
        DeliverySubscription read = all.subscriptions().getFirst();
        assertThat(read.id()).isEqualTo(subscription.id());
        assertThat(read.target()).isEqualTo("https://example.com/s");
        assertThat(read.delivery()).isEqualTo(subscription.fields().delivery());
        assertThat(read.maxAgeSeconds()).isEqualTo(60);
        assertThat(read.paused()).isTrue();
        assertThat(read.headers()).isEqualTo(Map.of("X-A", "b"));
        assertThat(node.cipher.read(read.secret(), read.id().toString()).text()).startsWith("whsec_");
        assertThat(read.previous()).isNull();
        assertThat(all.pools()).containsExactly(new DeliveryPool(pool.id(), 5, 3, false));
        assertThat(all.accounts()).extracting(DeliveryAccount::id).containsExactly(account);
        assertThat(all.accounts().getFirst().secrets().bearerToken()).isNotNull();
        assertThat(all.totals()).isEqualTo(new DeliveryChanges.Totals(1, 1));
    }

    @Test
    void onlyWhatHasChangedSinceAVersionIsRead() throws Exception {
        DispatchPool pool = pool("p");
        Subscription first = node.subscribe("a", "t");
        node.subscribe("b", "t");
        long before = settings.version();
        assertThat(settings.changesSince(before).subscriptions()).isEmpty();

        SubscriptionStore subscriptions = node.store.subscriptions();
        subscriptions.pause(first.id(), "410");
        List<DeliverySubscription> changed = settings.changesSince(before).subscriptions();
        assertThat(changed).extracting(DeliverySubscription::id).containsExactly(first.id());
        assertThat(changed.getFirst().paused()).isTrue();
        assertThat(settings.version()).isGreaterThan(before);

        before = settings.version();
        node.store.dispatchPools().changeStatus(pool.id(), PoolStatus.SUSPENDED);
        assertThat(settings.changesSince(before).pools()).containsExactly(new DeliveryPool(pool.id(), 5, 3, true));
        assertThat(settings.changesSince(before).subscriptions()).isEmpty();

        before = settings.version();
        Tsid account = account("robot");
        assertThat(settings.changesSince(before).accounts())
                .extracting(DeliveryAccount::id)
                .containsExactly(account);
    }

    @Test
    void aRotatedSecretComesWithTheEndOfTheFormerOne() throws Exception {
        Subscription subscription = node.subscribe("a", "t");
        long before = settings.version();

        node.subscriptions.rotateSecret(subscription.id(), Optional.empty());

        DeliverySubscription read =
                settings.changesSince(before).subscriptions().getFirst();
        SigningSecrets stored =
                node.store.subscriptions().secrets(subscription.id()).orElseThrow();
        assertThat(read.secret()).isEqualTo(stored.current());
        DeliverySubscription.PreviousSecret previous = Objects.requireNonNull(read.previous());
        assertThat(previous.secret()).isEqualTo(stored.previous());
        Instant rotated = subscription.updatedAt();
        assertThat(previous.until())
                .isBetween(
                        rotated.plus(SubscriptionStore.ROTATION),
                        rotated.plus(SubscriptionStore.ROTATION).plus(Duration.ofMinutes(5)));
    }

    @Test
    void whatIsDeletedIsNoticed() throws Exception {
        DispatchPool pool = pool("p");
        Tsid account = account("robot");
        Subscription subscription = node.subscribe("a", "t");
        long before = settings.version();

        node.store.subscriptions().delete(subscription.id());
        assertThat(settings.changesSince(before).deleted()).containsExactly(subscription.id());
        assertThat(settings.changesSince(before).subscriptions()).isEmpty();

        before = settings.version();
        node.store.dispatchPools().delete(pool.id());
        assertThat(settings.version()).isGreaterThan(before);
        assertThat(settings.changesSince(before).totals()).isEqualTo(new DeliveryChanges.Totals(0, 1));
        before = settings.version();
        node.store.serviceAccounts().delete(account);
        assertThat(settings.version()).isGreaterThan(before);
        assertThat(settings.changesSince(before).totals()).isEqualTo(new DeliveryChanges.Totals(0, 0));

        DeliveryChanges all = settings.changesSince(DeliverySettingsStore.NOTHING);
        assertThat(all.subscriptions()).isEmpty();
        assertThat(all.deleted()).isEmpty();
    }
}
