package dev.signalbox.platform.delivery;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.f4b6a3.tsid.Tsid;
import dev.signalbox.core.delivery.Circuit;
import dev.signalbox.core.delivery.Ordering;
import dev.signalbox.core.delivery.OutletPolicies;
import dev.signalbox.core.delivery.OutletPolicy;
import dev.signalbox.core.delivery.PoolLimits;
import dev.signalbox.core.delivery.RetryPolicy;
import dev.signalbox.core.delivery.StartLimits;
import dev.signalbox.platform.registry.DeliverySettings;
import dev.signalbox.platform.registry.DispatchMode;
import dev.signalbox.sink.webhook.WebhookVerdicts;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The policy of each stream: of subscriptions from the registry, of direct jobs as their source has learnt it. An outlet's number is its
 * stream, and a pool's number its id.
 */
public final class DeliveryPolicies implements OutletPolicies, OutletSettings {
    /** How many requests to one target are in flight without a pool. */
    public static final int USUAL_REQUESTS = 16;

    private static final RetryPolicy.Backoff BACKOFF =
            new RetryPolicy.Backoff(Duration.ofSeconds(3), 2, Duration.ofSeconds(600), 0.2);
    private static final Circuit.ProbeTiming PROBES =
            new Circuit.ProbeTiming(Duration.ofSeconds(1), Duration.ofSeconds(60), WebhookVerdicts.LONGEST_RETRY_AFTER);
    private static final int FIRST_CLAIM = 500;
    private static final int HELD = 1_000;
    private static final int POSTPONED = 2_000;
    private static final int MOST_DIRECT = 100_000;

    /** Of a stream that is not known yet: it keeps what any mode asks for, until a request has found out. */
    private static final DirectOutlet UNKNOWN =
            new DirectOutlet("", DispatchMode.BLOCK_ON_ERROR, null, DeliverySettings.DEFAULTS.maxRetries());

    /** The sequence of a direct job orders it among those of its request; the outlet of such jobs has the usual one. */
    private static final int DIRECT_SEQUENCE = DeliverySettings.DEFAULTS.sequence();

    private final DeliveryRegistry registry;
    private final int requestsWithoutPool;
    private final Cache<Long, DirectOutlet> direct =
            Caffeine.newBuilder().maximumSize(MOST_DIRECT).build();
    private volatile SequenceRanks ranks;
    private volatile Consumer<Set<Long>> listener = _ -> {};

    /** @param requestsWithoutPool how many requests to one target are in flight if it has no pool */
    public DeliveryPolicies(DeliveryRegistry registry, int requestsWithoutPool) {
        if (requestsWithoutPool < 1) {
            throw new IllegalArgumentException("at least one request to a target may be in flight");
        }
        this.registry = registry;
        this.requestsWithoutPool = requestsWithoutPool;
        this.ranks = SequenceRanks.of(registry.subscriptions());
        registry.onChange(this::changed);
    }

    /** Passes on each outlet whose policy, or the limits of whose pool, may have changed. The running relay wants to know. */
    public void onChange(Consumer<Set<Long>> wanted) {
        listener = wanted;
    }

    @Override
    public int firstClaim() {
        return FIRST_CLAIM;
    }

    @Override
    public OutletPolicy of(long outlet) {
        if (outlet < 0) {
            return policy(
                    direct.asMap().getOrDefault(outlet, UNKNOWN), DIRECT_SEQUENCE, false, "", requestsWithoutPool);
        }
        return registry.known(Tsid.from(outlet))
                .map(this::policy)
                // One request is enough to find out what it is.
                .orElseGet(() -> policy(UNKNOWN, DIRECT_SEQUENCE, false, "", 1));
    }

    private OutletPolicy policy(DeliverySubscription subscription) {
        DeliverySettings delivery = subscription.delivery();
        DirectOutlet outlet = new DirectOutlet("", delivery.mode(), delivery.dispatchPoolId(), delivery.maxRetries());
        boolean paused = subscription.paused();
        // A circuit begins anew after a pause, because that is how operators end a long Retry-After.
        String target = paused ? "" : subscription.target();
        return policy(outlet, delivery.sequence(), paused, target, requestsWithoutPool);
    }

    private OutletPolicy policy(DirectOutlet outlet, int sequence, boolean paused, String target, int requests) {
        Optional<DeliveryPool> pool = pool(outlet.dispatchPoolId());
        boolean waits = paused || pool.map(DeliveryPool::suspended).orElse(false);
        OutletPolicy.Limits limits = new OutletPolicy.Limits(
                pool.map(DeliveryPolicies::requestsWithin).orElse(requests),
                HELD,
                POSTPONED,
                ranks.rank(outlet.dispatchPoolId(), sequence),
                waits);
        return new OutletPolicy(
                ordering(outlet.mode()),
                outlet.mode() == DispatchMode.BLOCK_ON_ERROR,
                new RetryPolicy(outlet.maxRetries(), BACKOFF),
                JobSink.LIMITS,
                PROBES,
                limits,
                target);
    }

    /**
     * One more than the pool lets begin. So an outlet that uses all of its pool still waits in the pool's queue, where its
     * sequence counts; else another outlet would come between any two of its requests.
     */
    private static int requestsWithin(DeliveryPool pool) {
        return pool.concurrency() + 1;
    }

    private static Ordering ordering(DispatchMode mode) {
        return switch (mode) {
            case IMMEDIATE -> Ordering.NONE;
            case NEXT_ON_ERROR -> Ordering.SKIP;
            case BLOCK_ON_ERROR -> Ordering.BLOCK;
        };
    }

    /** One that was deleted limits nothing. */
    private Optional<DeliveryPool> pool(@Nullable Tsid id) {
        return id == null ? Optional.empty() : registry.pool(id);
    }

    @Override
    public void learn(long stream, DirectOutlet outlet) {
        DirectOutlet before = direct.getIfPresent(stream);
        if (outlet.equals(before)) {
            return;
        }
        direct.put(stream, outlet);
        // A stream that is new has no messages in the relay yet.
        if (before != null) {
            listener.accept(Set.of(stream));
        }
    }

    @Override
    public void reach(long settingsVersion) {
        registry.refreshTo(settingsVersion);
    }

    @Override
    public void forgetVersion() {
        registry.forgetVersion();
    }

    /** What logs call an outlet. */
    public String name(long outlet) {
        if (outlet < 0) {
            DirectOutlet known = direct.getIfPresent(outlet);
            return "direct jobs" + (known == null ? "" : " to " + known.origin());
        }
        Tsid id = Tsid.from(outlet);
        return "subscription "
                + registry.known(id).map(DeliverySubscription::name).orElseGet(id::toString);
    }

    /** The limits of the pools, for the relay that has these policies. */
    public StartLimits startLimits() {
        return new PoolLimits(this::poolOf, this::limitsOf);
    }

    private long poolOf(long outlet) {
        Optional<DeliveryPool> pool = outlet < 0
                ? Optional.ofNullable(direct.getIfPresent(outlet)).flatMap(it -> pool(it.dispatchPoolId()))
                : registry.known(Tsid.from(outlet))
                        .flatMap(it -> pool(it.delivery().dispatchPoolId()));
        return pool.map(it -> it.id().toLong()).orElse(StartLimits.NO_POOL);
    }

    private PoolLimits.Pool limitsOf(long pool) {
        return registry.pool(Tsid.from(pool))
                .map(it -> new PoolLimits.Pool(it.concurrency(), it.rateLimit()))
                .orElse(new PoolLimits.Pool(PoolLimits.Pool.UNLIMITED, PoolLimits.Pool.UNLIMITED));
    }

    private void changed(Set<Tsid> subscriptions, Set<Tsid> pools) {
        SequenceRanks before = ranks;
        SequenceRanks now = SequenceRanks.of(registry.subscriptions());
        ranks = now;
        Set<@Nullable Tsid> concerned = new HashSet<>(pools);
        concerned.addAll(now.differences(before));
        Set<Long> streams = new HashSet<>();
        subscriptions.forEach(id -> streams.add(id.toLong()));
        if (!concerned.isEmpty()) {
            registry.subscriptions().stream()
                    .filter(it -> concerned.contains(it.delivery().dispatchPoolId()))
                    .forEach(it -> streams.add(it.id().toLong()));
            direct.asMap().forEach((stream, outlet) -> {
                if (concerned.contains(outlet.dispatchPoolId())) {
                    streams.add(stream);
                }
            });
        }
        listener.accept(streams);
    }
}
