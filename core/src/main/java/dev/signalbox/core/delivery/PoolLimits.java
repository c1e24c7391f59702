package dev.signalbox.core.delivery;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongFunction;
import java.util.function.LongUnaryOperator;

/**
 * Pools that limit how many requests of their outlets are in flight, and how many begin within any 60 seconds. Limits
 * and pools may change at any time: they are looked up with each request.
 *
 * <p>The window slides. A request counts until 60 seconds, and half a second more, have passed since the last one of its
 * bucket began: what counts for its target is when requests arrive, and the first ones may take longer to connect. A bucket
 * is a single moment while the rate is low, and 60 ms where it is high: so the count is never too low, and memory does
 * not grow with the rate.
 */
public final class PoolLimits implements StartLimits {
    /** 60 seconds, and by how much less time a later request may take from here to its target. */
    public static final long WINDOW = Duration.ofMillis(60_500).toNanos();

    private static final int MOST_BUCKETS = 1_000;
    private static final long WIDTH = WINDOW / MOST_BUCKETS;
    /** When the usage of pools is searched for those that are not used any more. */
    private static final int MANY_POOLS = 1_000;

    /**
     * The limits of a pool.
     *
     * @param concurrency the most requests in flight
     * @param rate the most requests that begin within any 60 seconds
     */
    public record Pool(int concurrency, int rate) {
        public static final int UNLIMITED = Integer.MAX_VALUE;

        public Pool {
            if (concurrency < 0 || rate < 0) {
                throw new IllegalArgumentException("the limits of a pool are 0 or more");
            }
        }
    }

    private final LongUnaryOperator poolOf;
    private final LongFunction<Pool> pools;
    private final Map<Long, Usage> usages = new HashMap<>();
    /** The pools that the requests of an outlet in flight count in, because it may have another one by now. */
    private final Map<Long, ArrayDeque<Long>> inFlight = new HashMap<>();

    /**
     * @param poolOf the pool of an outlet, {@link #NO_POOL} if nothing limits it
     * @param pools the limits of a pool
     */
    public PoolLimits(LongUnaryOperator poolOf, LongFunction<Pool> pools) {
        this.poolOf = poolOf;
        this.pools = pools;
    }

    @Override
    public long poolOf(long outlet) {
        return poolOf.applyAsLong(outlet);
    }

    @Override
    public long tryStart(long outlet, long now) {
        long number = poolOf(outlet);
        if (number != NO_POOL) {
            long at = usageOf(number, now).tryStart(pools.apply(number), now);
            if (at > now) {
                return at;
            }
        }
        inFlight.computeIfAbsent(outlet, _ -> new ArrayDeque<>()).add(number);
        return now;
    }

    private Usage usageOf(long pool, long now) {
        if (usages.size() >= MANY_POOLS && !usages.containsKey(pool)) {
            usages.values().removeIf(usage -> usage.isUnused(now));
        }
        return usages.computeIfAbsent(pool, _ -> new Usage());
    }

    @Override
    public long ended(long outlet, long now) {
        ArrayDeque<Long> countedIn = inFlight.get(outlet);
        if (countedIn == null) {
            return NO_POOL;
        }
        long pool = countedIn.remove();
        Usage usage = usages.get(pool);
        if (usage != null) {
            usage.requests--;
        }
        if (countedIn.isEmpty()) {
            inFlight.remove(outlet);
        }
        return pool;
    }

    /** How many buckets the usage of a pool takes. */
    int buckets(long pool) {
        Usage usage = usages.get(pool);
        return usage == null ? 0 : usage.buckets.size();
    }

    /** Requests that began together, or almost. */
    private static final class Bucket {
        final long first;
        long last;
        int count;

        Bucket(long first) {
            this.first = first;
        }
    }

    /** The requests of a pool: in flight, and those that began within the last 60 seconds. */
    private static final class Usage {
        private int requests;
        private final ArrayDeque<Bucket> buckets = new ArrayDeque<>();
        private long begun;

        long tryStart(Pool pool, long now) {
            if (requests >= pool.concurrency()) {
                return Long.MAX_VALUE;
            }
            expire(now);
            if (begun >= pool.rate()) {
                return nextStart(pool);
            }
            requests++;
            count(pool, now);
            return now;
        }

        private void expire(long now) {
            while (!buckets.isEmpty() && buckets.getFirst().last + WINDOW <= now) {
                begun -= buckets.removeFirst().count;
            }
        }

        /** When so many have expired that one more may begin. */
        private long nextStart(Pool pool) {
            long left = begun;
            for (Bucket bucket : buckets) {
                left -= bucket.count;
                if (left < pool.rate()) {
                    return bucket.last + WINDOW;
                }
            }
            return Long.MAX_VALUE;
        }

        private void count(Pool pool, long now) {
            long width = pool.rate() > MOST_BUCKETS ? WIDTH : 0;
            Bucket bucket = buckets.peekLast();
            if (bucket == null || now - bucket.first > width) {
                bucket = new Bucket(now);
                buckets.add(bucket);
            }
            bucket.last = now;
            bucket.count++;
            begun++;
        }

        boolean isUnused(long now) {
            expire(now);
            return requests == 0 && buckets.isEmpty();
        }
    }
}
