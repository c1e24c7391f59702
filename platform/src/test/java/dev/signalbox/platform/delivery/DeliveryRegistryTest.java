package dev.signalbox.platform.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.f4b6a3.tsid.Tsid;
import dev.signalbox.core.time.Clock;
import dev.signalbox.platform.StoreException;
import dev.signalbox.platform.delivery.DeliveryRegistry.Lookup;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DeliveryRegistryTest {
    private static final Tsid ONE = Tsid.from(1);
    private static final Tsid POOL = Tsid.from(100);

    private final InMemoryDeliverySettings store = new InMemoryDeliverySettings();
    private final DeliveryRegistry registry = new DeliveryRegistry(store, Clock.SYSTEM);
    private final List<Set<Tsid>> changes = new ArrayList<>();

    DeliveryRegistryTest() {
        registry.onChange((subscriptions, pools) -> {
            Set<Tsid> all = new HashSet<>(subscriptions);
            all.addAll(pools);
            changes.add(all);
        });
        for (long id = 1; id <= 3; id++) {
            store.put(subscription(id));
        }
        store.put(new DeliveryPool(POOL, 10, 2, false));
        store.put(store.account(200, "token", null));
    }

    private DeliverySubscription subscription(long id) {
        return store.subscription(id, "https://example.com/" + id, "0123456789abcdef");
    }

    @Test
    void everythingIsReadOnceAndThenOnlyTheVersion() {
        assertThat(registry.refresh()).isTrue();
        assertThat(registry.size()).isEqualTo(5);
        assertThat(registry.pool(POOL)).contains(new DeliveryPool(POOL, 10, 2, false));
        assertThat(changes).containsExactly(Set.of(ONE, Tsid.from(2), Tsid.from(3), POOL));

        for (int i = 0; i < 10; i++) {
            registry.refresh();
        }

        assertThat(store.reloads).isEqualTo(1);
        assertThat(store.versionReads).isEqualTo(10);
        assertThat(changes).hasSize(1);
    }

    @Test
    void aChangeIsTakenOverAndAnnounced() {
        registry.refresh();
        changes.clear();

        store.put(InMemoryDeliverySettings.paused(subscription(1), true));
        store.deleteSubscription(Tsid.from(2));
        registry.refresh();

        assertThat(registry.known(ONE).orElseThrow().paused()).isTrue();
        assertThat(registry.known(Tsid.from(2))).isEmpty();
        assertThat(changes).containsExactly(Set.of(ONE, Tsid.from(2)));

        store.put(new DeliveryPool(POOL, 20, 2, true));
        registry.refresh();
        assertThat(changes.getLast()).containsExactly(POOL);
    }

    @Test
    void anotherDatabaseWithTheSameVersionIsReadWhole() {
        registry.refresh();
        store.replaceSilently(InMemoryDeliverySettings.paused(subscription(1), true));
        registry.refresh();
        assertThat(registry.known(ONE).orElseThrow().paused())
                .as("its version is the same")
                .isFalse();

        registry.forgetVersion();
        store.broken = true;
        assertThat(registry.refresh()).isFalse();
        store.broken = false;
        registry.refreshTo(store.present());

        assertThat(registry.known(ONE).orElseThrow().paused()).isTrue();
    }

    @Test
    void anAccountThatCannotBeReadIsNotTakenForADeletedOne() throws Exception {
        registry.refresh();
        assertThat(registry.account(Tsid.from(201))).isEmpty();

        store.broken = true;

        assertThat(registry.account(Tsid.from(200))).isPresent();
        assertThatThrownBy(() -> registry.account(Tsid.from(201))).isInstanceOf(StoreException.class);
    }

    @Test
    void whatIsDeletedWithoutATraceIsNoticedByTheTotals() {
        registry.refresh();

        store.deletePool(POOL);
        registry.refresh();

        assertThat(registry.pool(POOL)).isEmpty();
        assertThat(changes.getLast()).containsExactly(POOL);
    }

    @Test
    void aFailureKeepsWhatIsKnown() {
        registry.refresh();
        store.put(InMemoryDeliverySettings.paused(subscription(1), true));
        store.broken = true;
        assertThat(registry.refresh()).isFalse();
        assertThat(registry.known(ONE).orElseThrow().paused()).isFalse();
        assertThat(registry.lookup(Tsid.from(9))).isEqualTo(new Lookup.Unreadable());

        store.broken = false;
        assertThat(registry.refresh()).isTrue();
        assertThat(registry.known(ONE).orElseThrow().paused()).isTrue();
    }

    @Test
    void anOlderDatabaseIsReadAsAWhole() {
        registry.refresh();

        store.goBack();
        store.put(subscription(3));
        registry.refresh();

        assertThat(registry.size()).isEqualTo(1);
        assertThat(registry.known(Tsid.from(3))).isPresent();
    }

    @Test
    void anUnknownSubscriptionIsLookedForOnce() {
        registry.refresh();
        store.put(subscription(7));

        assertThat(registry.lookup(Tsid.from(7))).isInstanceOf(Lookup.Found.class);
        assertThat(registry.lookup(Tsid.from(8))).isEqualTo(new Lookup.Gone());
        int reads = store.versionReads;
        assertThat(registry.lookup(Tsid.from(8))).isEqualTo(new Lookup.Gone());
        assertThat(store.versionReads).isEqualTo(reads);
    }
}
