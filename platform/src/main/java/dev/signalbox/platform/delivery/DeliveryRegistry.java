package dev.signalbox.platform.delivery;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.f4b6a3.tsid.Tsid;
import dev.signalbox.core.diagnostics.FailureLog;
import dev.signalbox.core.time.Clock;
import dev.signalbox.platform.StoreException;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/**
 * The subscriptions, pools and service accounts that delivery works with, in memory. It is as old as its last {@link #refresh}, which
 * is called each second while jobs wait, every two seconds otherwise, and after each change on this node. Any thread may ask.
 */
public final class DeliveryRegistry {
    private static final int MOST_GONE = 10_000;

    private final DeliverySettingsStore store;
    private final Clock clock;
    private final Map<Tsid, DeliverySubscription> subscriptions = new ConcurrentHashMap<>();
    private final Map<Tsid, DeliveryPool> pools = new ConcurrentHashMap<>();
    private final Map<Tsid, DeliveryAccount> accounts = new ConcurrentHashMap<>();
    /** Subscriptions that were looked for and are not there. An id never returns. */
    private final Cache<Tsid, Boolean> gone =
            Caffeine.newBuilder().maximumSize(MOST_GONE).build();

    private final ReentrantLock refreshing = new ReentrantLock();
    private final FailureLog failures =
            new FailureLog("the settings of subscriptions and pools cannot be read, so the known ones are used");
    private volatile long version = DeliverySettingsStore.NOTHING;
    private final AtomicBoolean anew = new AtomicBoolean(true);
    private volatile Listener listener = (_, _) -> {};

    /** Learns what has changed. */
    @FunctionalInterface
    interface Listener {
        void changed(Set<Tsid> subscriptions, Set<Tsid> pools);
    }

    /** Knows nothing before the first {@link #refresh}. */
    public DeliveryRegistry(DeliverySettingsStore store, Clock clock) {
        this.store = store;
        this.clock = clock;
    }

    /** Called with each change, in their order. It must not block. */
    void onChange(Listener wanted) {
        listener = wanted;
    }

    /**
     * Reads what has changed before this call. If that fails, everything stays as it is known, and the failure is logged.
     *
     * @return whether it succeeded
     */
    public boolean refresh() {
        try {
            update();
            return true;
        } catch (StoreException _) {
            return false;
        }
    }

    private void update() throws StoreException {
        refreshing.lock();
        try {
            if (anew.get()) {
                reloadAnew();
            } else if (store.version() != version) {
                reload(version);
            }
            failures.over();
        } catch (StoreException e) {
            failures.raise(String.valueOf(e.getMessage()), clock.nanos());
            throw e;
        } finally {
            refreshing.unlock();
        }
    }

    private void reloadAnew() throws StoreException {
        anew.set(false);
        try {
            reload(DeliverySettingsStore.NOTHING);
        } catch (StoreException e) {
            anew.set(true);
            throw e;
        }
    }

    /** With the next {@link #refresh} everything is read, whatever the versions say: this may be another database. */
    void forgetVersion() {
        anew.set(true);
    }

    /** Reads what has changed, unless this version is the known one. */
    void refreshTo(long wanted) {
        if (anew.get() || version != wanted) {
            refresh();
        }
    }

    private void reload(long known) throws StoreException {
        Set<Tsid> changed = new HashSet<>();
        Set<Tsid> changedPools = new HashSet<>();
        long since = known;
        DeliveryChanges changes = store.changesSince(since);
        // After a failover the database may be older than what was read before.
        if (changes.version() < since) {
            since = DeliverySettingsStore.NOTHING;
            changes = store.changesSince(since);
        }
        apply(changes, since, changed, changedPools);
        DeliveryChanges.Totals present = new DeliveryChanges.Totals(pools.size(), accounts.size());
        if (!changes.totals().equals(present)) {
            changes = store.changesSince(DeliverySettingsStore.NOTHING);
            apply(changes, DeliverySettingsStore.NOTHING, changed, changedPools);
        }
        version = changes.version();
        if (!changed.isEmpty() || !changedPools.isEmpty()) {
            listener.changed(changed, changedPools);
        }
    }

    private void apply(DeliveryChanges changes, long since, Set<Tsid> changed, Set<Tsid> changedPools) {
        boolean everything = since == DeliverySettingsStore.NOTHING;
        // Pools and accounts first: a subscription that is known finds what it refers to.
        changedPools.addAll(put(pools, changes.pools(), DeliveryPool::id));
        put(accounts, changes.accounts(), DeliveryAccount::id);
        changed.addAll(put(subscriptions, changes.subscriptions(), DeliverySubscription::id));
        changes.deleted().stream()
                .filter(id -> subscriptions.remove(id) != null)
                .forEach(changed::add);
        if (everything) {
            changed.addAll(keep(subscriptions, changes.subscriptions(), DeliverySubscription::id));
            changedPools.addAll(keep(pools, changes.pools(), DeliveryPool::id));
            keep(accounts, changes.accounts(), DeliveryAccount::id);
        }
    }

    /** Adds what is new or has changed, and returns the ids of that. */
    private static <T> Set<Tsid> put(Map<Tsid, T> known, Collection<T> read, Function<T, Tsid> idOf) {
        Set<Tsid> changed = new HashSet<>();
        for (T each : read) {
            Tsid id = idOf.apply(each);
            if (!each.equals(known.put(id, each))) {
                changed.add(id);
            }
        }
        return changed;
    }

    /** Removes what was not read, and returns the ids of that. */
    private static <T> Set<Tsid> keep(Map<Tsid, T> known, Collection<T> read, Function<T, Tsid> idOf) {
        Set<Tsid> missing = new HashSet<>(known.keySet());
        read.forEach(each -> missing.remove(idOf.apply(each)));
        missing.forEach(known::remove);
        return missing;
    }

    /** The subscription if it is known. */
    Optional<DeliverySubscription> known(Tsid id) {
        return Optional.ofNullable(subscriptions.get(id));
    }

    /** The subscription of a job. One that is not known yet is read. */
    Lookup lookup(Tsid id) {
        DeliverySubscription known = subscriptions.get(id);
        if (known != null) {
            return new Lookup.Found(known);
        }
        if (gone.getIfPresent(id) != null) {
            return new Lookup.Gone();
        }
        if (!refresh()) {
            return new Lookup.Unreadable();
        }
        known = subscriptions.get(id);
        if (known != null) {
            return new Lookup.Found(known);
        }
        gone.put(id, true);
        return new Lookup.Gone();
    }

    /** What a search for a subscription finds. */
    sealed interface Lookup {
        record Found(DeliverySubscription subscription) implements Lookup {}

        /** It is deleted. */
        record Gone() implements Lookup {}

        /** The database does not answer. */
        record Unreadable() implements Lookup {}
    }

    /** The pool if it is known. */
    Optional<DeliveryPool> pool(Tsid id) {
        return Optional.ofNullable(pools.get(id));
    }

    /** The account. One that is not known yet is read; empty if it is deleted. */
    Optional<DeliveryAccount> account(Tsid id) throws StoreException {
        if (!accounts.containsKey(id)) {
            update();
        }
        return Optional.ofNullable(accounts.get(id));
    }

    Collection<DeliverySubscription> subscriptions() {
        return subscriptions.values();
    }

    /** How many subscriptions, pools and accounts are known. */
    int size() {
        return subscriptions.size() + pools.size() + accounts.size();
    }
}
