package dev.signalbox.platform.delivery;

import static dev.signalbox.platform.delivery.InMemoryDeliverySettings.mode;
import static dev.signalbox.platform.delivery.InMemoryDeliverySettings.pool;
import static dev.signalbox.platform.delivery.InMemoryDeliverySettings.with;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.f4b6a3.tsid.Tsid;
import dev.signalbox.core.delivery.Ordering;
import dev.signalbox.core.delivery.OutletPolicy;
import dev.signalbox.core.delivery.PoolLimits;
import dev.signalbox.core.delivery.StartLimits;
import dev.signalbox.core.time.Clock;
import dev.signalbox.platform.StoreException;
import dev.signalbox.platform.registry.DispatchMode;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DeliveryPoliciesTest {
    private static final Tsid POOL = Tsid.from(100);
    private static final Tsid OTHER = Tsid.from(101);
    private static final long WINDOW = PoolLimits.WINDOW;

    private final InMemoryDeliverySettings store = new InMemoryDeliverySettings();
    private final DeliveryRegistry registry = new DeliveryRegistry(store, Clock.SYSTEM);
    private final DeliveryPolicies policies = new DeliveryPolicies(registry, DeliveryPolicies.USUAL_REQUESTS);
    private final Set<Long> changed = new HashSet<>();

    DeliveryPoliciesTest() {
        policies.onChange(changed::addAll);
        for (long id = 1; id <= 3; id++) {
            store.put(usual(id));
        }
        store.put(new DeliveryPool(POOL, 3, 2, false));
        store.put(new DeliveryPool(OTHER, 1_000, 50, false));
        registry.refresh();
        changed.clear();
    }

    private DeliverySubscription usual(long id) {
        return store.subscription(id, "https://example.com/" + id, "0123456789abcdef");
    }

    private void put(DeliverySubscription subscription) {
        store.put(subscription);
        registry.refresh();
    }

    @ParameterizedTest
    @CsvSource({"IMMEDIATE,NONE,false", "NEXT_ON_ERROR,SKIP,false", "BLOCK_ON_ERROR,BLOCK,true"})
    void theModeIsTheOrder(DispatchMode mode, Ordering ordering, boolean holds) {
        put(with(usual(1), mode(mode)));

        OutletPolicy policy = policies.of(1);

        assertThat(policy.ordering()).isEqualTo(ordering);
        assertThat(policy.holdExhausted()).isEqualTo(holds);
        assertThat(changed).containsExactly(1L);
    }

    @Test
    void retriesProbesAndLimitsAreThoseOfTheContract() {
        OutletPolicy policy = policies.of(1);

        assertThat(policy.retry().maxRetries()).isEqualTo(3);
        assertThat(Duration.ofNanos(policy.retry().backoff().nanos("job", 1)))
                .isBetween(Duration.ofMillis(4_800), Duration.ofMillis(7_200));
        assertThat(Duration.ofNanos(policy.retry().backoff().nanos("job", 50)))
                .isBetween(Duration.ofMinutes(8), Duration.ofMinutes(10));
        assertThat(policy.probes().firstProbe()).isEqualTo(Duration.ofSeconds(1));
        assertThat(policy.probes().maxProbe()).isEqualTo(Duration.ofSeconds(60));
        assertThat(policy.probes().retryAfterCap()).isEqualTo(Duration.ofHours(1));
        assertThat(policy.limits().requests()).isEqualTo(16);
        assertThat(policy.limits().paused()).isFalse();
        assertThat(policies.of(1)).as("asked again").isEqualTo(policy);
    }

    @Test
    void aPoolLimitsRequestsInFlightAndASuspendedOneLetsThemWait() {
        put(with(usual(1), pool(OTHER, 99)));
        assertThat(policies.of(1).limits().requests()).isEqualTo(51);

        changed.clear();
        store.put(new DeliveryPool(OTHER, 1_000, 7, true));
        registry.refresh();

        assertThat(changed).contains(1L);
        assertThat(policies.of(1).limits().requests()).isEqualTo(8);
        assertThat(policies.of(1).limits().paused()).isTrue();
        assertThat(policies.of(2).limits().paused()).isFalse();
    }

    @Test
    void aPauseCountsAtOnceAndTheCircuitBeginsAnewAfterItAndForAnotherTarget() {
        OutletPolicy before = policies.of(1);
        put(InMemoryDeliverySettings.paused(usual(1), true));
        OutletPolicy paused = policies.of(1);
        assertThat(paused.limits().paused()).isTrue();
        assertThat(paused.with(before.limits())).isNotEqualTo(before);
        put(usual(1));
        assertThat(policies.of(1)).isEqualTo(before);

        put(store.subscription(1, "https://example.org/", "0123456789abcdef"));
        assertThat(policies.of(1).with(before.limits())).isNotEqualTo(before);
    }

    @Test
    void anUnknownStreamKeepsTheOrderOfAnyMode() {
        for (long stream : new long[] {77, -77}) {
            OutletPolicy policy = policies.of(stream);
            assertThat(policy.ordering()).isEqualTo(Ordering.BLOCK);
            assertThat(policy.limits().paused()).isFalse();
        }
        assertThat(policies.of(77).limits().requests()).isEqualTo(1);
        assertThat(policies.startLimits().poolOf(77)).isEqualTo(StartLimits.NO_POOL);
    }

    @Test
    void newerSettingsAreReadBeforeTheMessagesThatWereFoundUnderThem() throws StoreException {
        store.put(InMemoryDeliverySettings.paused(usual(4), true));
        int reloads = store.reloads;

        policies.reach(store.version());
        assertThat(policies.of(4).limits().paused()).isTrue();
        assertThat(changed).containsExactly(4L);
        policies.reach(store.version());
        assertThat(store.reloads).as("read once").isEqualTo(reloads + 1);
    }

    @Test
    void logsNameASubscriptionByItsCodeAndDirectJobsByTheOriginOfTheirTarget() {
        assertThat(policies.name(1)).isEqualTo("subscription s1");
        assertThat(policies.name(99)).isEqualTo("subscription " + Tsid.from(99));
        assertThat(DeliverySubscription.name("acme", "mailer")).isEqualTo("mailer of client acme");
        assertThat(policies.name(-5)).isEqualTo("direct jobs");

        String origin = DirectTarget.origin("https://user:secret@example.com:8443/hook?token=secret");
        policies.learn(-5, new DirectOutlet(origin, DispatchMode.IMMEDIATE, null, 3));

        assertThat(policies.name(-5)).isEqualTo("direct jobs to https://example.com:8443");
        assertThat(DirectTarget.origin("https://[::1]/x")).isEqualTo("https://[::1]");
    }

    @Test
    void directJobsAreDeliveredAsTheirSourceHasLearnt() {
        DirectOutlet outlet = new DirectOutlet("https://example.com", DispatchMode.NEXT_ON_ERROR, POOL, 7);
        policies.learn(-5, new DirectOutlet("https://example.com", DispatchMode.IMMEDIATE, null, 3));
        assertThat(changed).isEmpty();
        policies.learn(-5, outlet);
        assertThat(changed).containsExactly(-5L);
        changed.clear();
        policies.learn(-5, outlet);
        assertThat(changed).isEmpty();

        OutletPolicy policy = policies.of(-5);
        assertThat(policy.ordering()).isEqualTo(Ordering.SKIP);
        assertThat(policy.retry().maxRetries()).isEqualTo(7);
        assertThat(policy.limits().requests()).isEqualTo(3);
        assertThat(policies.startLimits().poolOf(-5)).isEqualTo(POOL.toLong());

        store.deletePool(POOL);
        registry.refresh();
        assertThat(changed).containsExactly(-5L);
        assertThat(policies.startLimits().poolOf(-5)).isEqualTo(StartLimits.NO_POOL);
        assertThat(policies.of(-5).limits().requests()).isEqualTo(16);
    }

    @Test
    void aPoolThatChangesCountsForTheNextStart() {
        put(with(usual(1), pool(POOL, 99)));
        StartLimits limits = policies.startLimits();
        for (int i = 0; i < 3; i++) {
            assertThat(limits.tryStart(1, i)).isEqualTo(i);
            assertThat(limits.ended(1, i)).isEqualTo(POOL.toLong());
        }
        assertThat(limits.tryStart(1, 5)).as("a rate of 3").isEqualTo(WINDOW);

        changed.clear();
        store.put(new DeliveryPool(POOL, 5, 1, false));
        registry.refresh();

        assertThat(changed).containsExactly(1L);
        assertThat(limits.tryStart(1, 6)).isEqualTo(6);
        assertThat(limits.tryStart(1, 7)).as("a concurrency of 1").isEqualTo(Long.MAX_VALUE);
        limits.ended(1, 8);
        assertThat(limits.tryStart(1, 9)).isEqualTo(9);
        limits.ended(1, 10);
        assertThat(limits.tryStart(1, WINDOW - 1)).as("5 within any minute").isEqualTo(WINDOW);
        assertThat(limits.tryStart(1, WINDOW)).isEqualTo(WINDOW);
    }

    @Test
    void aLowerSequenceGoesFirstAmongThoseOfAPool() {
        put(with(usual(1), pool(POOL, 99)));
        assertThat(policies.of(1).limits().rank()).isZero();
        put(with(usual(2), pool(POOL, 50)));
        assertThat(policies.of(1).limits().rank()).isEqualTo(10);
        assertThat(policies.of(2).limits().rank()).isZero();

        changed.clear();
        put(with(usual(3), pool(POOL, 70_000)));

        assertThat(changed).as("their ranks have changed").containsExactlyInAnyOrder(1L, 2L, 3L);
        assertThat(policies.of(2).limits().rank()).isZero();
        assertThat(policies.of(1).limits().rank()).isEqualTo(5);
        assertThat(policies.of(3).limits().rank()).isEqualTo(10);
        policies.learn(-1, new DirectOutlet("https://example.com", DispatchMode.IMMEDIATE, POOL, 3));
        assertThat(policies.of(-1).limits().rank()).isEqualTo(5);
    }
}
