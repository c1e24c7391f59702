package dev.signalbox.platform.delivery;

import com.github.f4b6a3.tsid.Tsid;
import dev.signalbox.platform.StoreException;
import dev.signalbox.platform.delivery.DeliverySubscription.PreviousSecret;
import dev.signalbox.platform.registry.DeliverySettings;
import dev.signalbox.platform.registry.DispatchMode;
import dev.signalbox.platform.registry.ServiceAccount.StoredSecrets;
import dev.signalbox.platform.secret.Secret;
import dev.signalbox.platform.secret.SecretCipher;
import dev.signalbox.platform.secret.StoredSecret;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Settings in memory, changed by the test. */
final class InMemoryDeliverySettings implements DeliverySettingsStore {
    final SecretCipher cipher =
            SecretCipher.withKey(Base64.getEncoder().encodeToString(new byte[32]), new SecureRandom());
    private final Map<Tsid, Versioned<DeliverySubscription>> subscriptions = new HashMap<>();
    private final Map<Tsid, Long> deleted = new HashMap<>();
    private final Map<Tsid, Versioned<DeliveryPool>> pools = new HashMap<>();
    private final Map<Tsid, Versioned<DeliveryAccount>> accounts = new HashMap<>();
    private long version = 1;
    int versionReads;
    int reloads;
    boolean broken;

    private record Versioned<T>(long version, T value) {}

    @Override
    public synchronized long version() throws StoreException {
        versionReads++;
        check();
        return version;
    }

    private void check() throws StoreException {
        if (broken) {
            throw new StoreException("the database is away");
        }
    }

    @Override
    public synchronized DeliveryChanges changesSince(long since) throws StoreException {
        reloads++;
        check();
        Set<Tsid> gone = new HashSet<>(deleted.keySet());
        gone.removeIf(id -> deleted.getOrDefault(id, 0L) <= since || since == NOTHING);
        return new DeliveryChanges(
                version,
                since(subscriptions, since),
                gone,
                since(pools, since),
                since(accounts, since),
                new DeliveryChanges.Totals(pools.size(), accounts.size()));
    }

    private static <T> List<T> since(Map<Tsid, Versioned<T>> entries, long version) {
        return entries.values().stream()
                .filter(it -> it.version() > version)
                .map(Versioned::value)
                .toList();
    }

    synchronized void put(DeliverySubscription subscription) {
        subscriptions.put(subscription.id(), new Versioned<>(++version, subscription));
    }

    /** As after a failover to a database that has got as far with other changes. */
    synchronized void replaceSilently(DeliverySubscription subscription) {
        subscriptions.put(subscription.id(), new Versioned<>(version, subscription));
    }

    synchronized long present() {
        return version;
    }

    synchronized void put(DeliveryPool pool) {
        pools.put(pool.id(), new Versioned<>(++version, pool));
    }

    synchronized void put(DeliveryAccount account) {
        accounts.put(account.id(), new Versioned<>(++version, account));
    }

    synchronized void deleteSubscription(Tsid id) {
        subscriptions.remove(id);
        deleted.put(id, ++version);
    }

    synchronized void deletePool(Tsid id) {
        pools.remove(id);
        version++;
    }

    /** The database is an older one now. */
    synchronized void goBack() {
        version = 1;
        subscriptions.clear();
        pools.clear();
        accounts.clear();
    }

    StoredSecret stored(String secret, Tsid owner) {
        return cipher.store(new Secret(secret), owner.toString());
    }

    DeliveryAccount account(long id, @Nullable String token, @Nullable String secret) {
        Tsid owner = Tsid.from(id);
        return new DeliveryAccount(
                owner,
                new StoredSecrets(
                        token == null ? null : stored(token, owner), secret == null ? null : stored(secret, owner)));
    }

    /** A subscription with the usual settings. */
    DeliverySubscription subscription(long id, String target, String secret) {
        Tsid owner = Tsid.from(id);
        return new DeliverySubscription(
                owner,
                "s" + id,
                target,
                DeliverySettings.DEFAULTS,
                86_400,
                false,
                Map.of(),
                stored(secret, owner),
                null);
    }

    static DeliverySubscription with(DeliverySubscription it, UnaryOperator<DeliverySettings> change) {
        return new DeliverySubscription(
                it.id(),
                it.name(),
                it.target(),
                change.apply(it.delivery()),
                it.maxAgeSeconds(),
                it.paused(),
                it.headers(),
                it.secret(),
                it.previous());
    }

    static DeliverySubscription paused(DeliverySubscription it, boolean paused) {
        return new DeliverySubscription(
                it.id(),
                it.name(),
                it.target(),
                it.delivery(),
                it.maxAgeSeconds(),
                paused,
                it.headers(),
                it.secret(),
                it.previous());
    }

    static DeliverySubscription with(
            DeliverySubscription it, int maxAge, Map<String, String> headers, @Nullable PreviousSecret previous) {
        return new DeliverySubscription(
                it.id(), it.name(), it.target(), it.delivery(), maxAge, it.paused(), headers, it.secret(), previous);
    }

    static UnaryOperator<DeliverySettings> mode(DispatchMode mode) {
        return it -> new DeliverySettings(
                mode,
                it.dispatchPoolId(),
                it.timeoutSeconds(),
                it.maxRetries(),
                it.sequence(),
                it.dataOnly(),
                it.serviceAccountId());
    }

    static UnaryOperator<DeliverySettings> pool(@Nullable Tsid pool, int sequence) {
        return it -> new DeliverySettings(
                it.mode(), pool, it.timeoutSeconds(), it.maxRetries(), sequence, it.dataOnly(), it.serviceAccountId());
    }

    static UnaryOperator<DeliverySettings> request(int timeout, boolean dataOnly, @Nullable Tsid account) {
        return it -> new DeliverySettings(
                it.mode(), it.dispatchPoolId(), timeout, it.maxRetries(), it.sequence(), dataOnly, account);
    }
}
