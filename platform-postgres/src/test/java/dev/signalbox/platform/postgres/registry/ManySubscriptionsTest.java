package dev.signalbox.platform.postgres.registry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.delivery.OutletPolicy;
import dev.signalbox.core.time.Clock;
import dev.signalbox.jdbc.Sql;
import dev.signalbox.platform.delivery.DeliveryPolicies;
import dev.signalbox.platform.delivery.DeliveryRegistry;
import dev.signalbox.platform.postgres.PlatformTestDatabase;
import dev.signalbox.platform.registry.Subscription;
import dev.signalbox.platform.store.PlatformFixture;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What it costs to follow changes among 10,000 subscriptions. */
class ManySubscriptionsTest {
    private static final int MANY = 10_000;

    private final PlatformTestDatabase database;

    ManySubscriptionsTest() throws SQLException {
        this.database = PlatformTestDatabase.create();
    }

    @AfterEach
    void drop() throws SQLException {
        database.close();
    }

    private void fill() throws SQLException {
        database.execute(
                "INSERT INTO signalbox_platform.subscriptions (id, client, code, name, target, mode, timeout_seconds, max_retries,"
                        + " sequence, data_only, max_age_seconds, delay_seconds, status, while_paused, custom_config, secret,"
                        + " changed_in) SELECT 1000 + n, '', 'c' || n, 'n', 'https://x.example/', 'IMMEDIATE', 1, 1, 1, true, 1, 1,"
                        + " 'ACTIVE', 'KEEP', '{}', 'text:s', 1 FROM generate_series(1, " + MANY + ") n",
                "ANALYZE signalbox_platform.subscriptions");
    }

    @Test
    void aChangeOfOneIsFollowedByReadingOne() throws Exception {
        fill();
        PlatformFixture node = new PlatformFixture(database.store());
        DeliveryRegistry registry = new DeliveryRegistry(node.store.deliverySettings(), Clock.SYSTEM);
        DeliveryPolicies policies = new DeliveryPolicies(registry, DeliveryPolicies.USUAL_REQUESTS);
        List<Set<Long>> changes = new ArrayList<>();
        policies.onChange(changes::add);
        Subscription subscription = node.subscribe("one", "t");
        assertThat(registry.refresh()).isTrue();
        assertThat(changes.getFirst()).hasSize(MANY + 1);
        long before = node.store.deliverySettings().version();

        node.store.subscriptions().pause(subscription.id(), null);
        registry.refresh();

        assertThat(changes.getLast()).containsExactly(subscription.id().toLong());
        OutletPolicy paused = policies.of(subscription.id().toLong());
        assertThat(paused.limits().paused()).isTrue();
        assertThat(policies.of(1_001).limits().paused()).isFalse();
        assertThat(plan(before)).contains("Index Scan using subscriptions_changed");
    }

    private String plan(long version) throws SQLException {
        Sql statement = PostgresDeliverySettings.changedSubscriptions();
        Sql explained = new Sql("EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF) " + statement.text(), statement.parameters());
        try (Connection connection = database.connect().borrow()) {
            return String.join("\n", explained.list(connection, Map.of("version", version), row -> row.getString(1)));
        }
    }
}
