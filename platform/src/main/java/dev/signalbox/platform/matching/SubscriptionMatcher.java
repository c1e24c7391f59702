package dev.signalbox.platform.matching;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import dev.signalbox.core.time.Clock;
import dev.signalbox.platform.StoreException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * Finds the subscriptions of events, from a cache by type and client. A result names the version of the registry that it is
 * right for; whoever stores by it compares that version in the same statement, and calls {@link #refresh} if it is outdated.
 *
 * <p>Why a result is right for its version: the version only moves on in {@code refresh}, which drops what has changed in
 * between, and no entry is loaded meanwhile. An entry may be newer than the version; then the comparison fails, or the
 * change does not concern it.
 */
public final class SubscriptionMatcher {
    private static final Duration KEPT = Duration.ofMinutes(5);
    /** The size of the cache, in types and the subscriptions that match them. */
    private static final long LARGEST = 200_000;

    private static final long UNKNOWN = -1;

    private final MatchingStore store;
    private final Cache<MatchingKey, TypeMatches> cache;
    private final ReadWriteLock lock = new ReentrantReadWriteLock();
    private long version = UNKNOWN;

    public SubscriptionMatcher(MatchingStore store, Clock clock) {
        this.store = store;
        Ticker ticker = clock::nanos;
        this.cache = Caffeine.newBuilder()
                .expireAfterWrite(KEPT)
                .ticker(ticker)
                .maximumWeight(LARGEST)
                .weigher((MatchingKey _, TypeMatches matches) ->
                        1 + matches.subscriptions().size())
                .executor(Runnable::run)
                .build();
    }

    /** What matches, and the version of the registry for which that is right. */
    public MatchingRows match(Set<MatchingKey> keys) throws StoreException {
        lock.readLock().lock();
        try {
            if (version != UNKNOWN) {
                return new MatchingRows(version, complete(keys));
            }
        } finally {
            lock.readLock().unlock();
        }
        refresh(UNKNOWN);
        return match(keys);
    }

    /**
     * What matches at present, not from the cache.
     *
     * @param known the version of what is known; if it is outdated, the cache moves on
     */
    public MatchingRows matchAnew(Set<MatchingKey> keys, long known) throws StoreException {
        MatchingRows present = store.load(keys);
        if (present.version() != known) {
            refresh(known);
        }
        return present;
    }

    private Map<MatchingKey, TypeMatches> complete(Set<MatchingKey> keys) throws StoreException {
        Map<MatchingKey, TypeMatches> found = new HashMap<>(cache.getAllPresent(keys));
        if (found.size() < keys.size()) {
            Set<MatchingKey> missing = new HashSet<>(keys);
            missing.removeAll(found.keySet());
            Map<MatchingKey, TypeMatches> loaded = store.load(missing).matches();
            cache.putAll(loaded);
            found.putAll(loaded);
        }
        return found;
    }

    /**
     * Moves on to the present version of the registry.
     *
     * @param outdated the version that was found to be outdated; nothing happens if another thread has moved on since
     */
    public void refresh(long outdated) throws StoreException {
        lock.writeLock().lock();
        try {
            if (version != outdated) {
                return;
            }
            MatchingChanges changes = store.changesSince(version);
            // After a failover the registry may be older than what was read before.
            if (version == UNKNOWN || !changes.complete() || changes.version() < version) {
                cache.invalidateAll();
            } else {
                cache.asMap().keySet().removeIf(key -> changes.types().contains(key.type()));
            }
            version = changes.version();
        } finally {
            lock.writeLock().unlock();
        }
    }
}
