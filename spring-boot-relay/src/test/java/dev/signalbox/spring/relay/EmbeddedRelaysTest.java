package dev.signalbox.spring.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.signalbox.runtime.admin.RelayView;
import dev.signalbox.runtime.metrics.MetricNames;
import dev.signalbox.spring.relay.orders.Orders;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.health.contributor.Status;
import org.springframework.context.ConfigurableApplicationContext;

/** Whole applications on a real database that deliver to a real receiver. */
class EmbeddedRelaysTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    private final TestDatabase database = TestDatabase.withOutbox();
    private final Receiver receiver = new Receiver();
    private final ApplicationInstances applicationInstances = new ApplicationInstances(database.url(), receiver.url());

    EmbeddedRelaysTest() throws Exception {}

    @AfterEach
    void end() {
        receiver.answers.release(1_000);
        applicationInstances.close();
        receiver.close();
    }

    private static EmbeddedRelays relays(ConfigurableApplicationContext application) {
        return application.getBean(EmbeddedRelays.class);
    }

    private void awaitReceived(int messages) {
        await().atMost(TIMEOUT).until(() -> receiver.count() >= messages);
    }

    @Test
    void whatTheApplicationRecordsIsDeliveredInOrder() {
        ConfigurableApplicationContext application = applicationInstances.start("a");
        Orders orders = application.getBean(Orders.class);
        for (int number = 0; number < 30; number++) {
            orders.change("x", number);
            orders.change("y", number);
        }
        awaitReceived(60);
        receiver.assertAllOnceAndInOrder(List.of("x", "y"), 30);
        await().atMost(TIMEOUT).until(() -> database.count("signalbox_outbox") == 0);
        assertThat(relays(application).relays())
                .singleElement()
                .satisfies(relay -> assertThat(relay.state()).isEqualTo(RelayView.State.DELIVERING))
                .satisfies(relay -> assertThat(relay.source()).isEqualTo("application"));
        assertThat(application.getBean(RelayHealthIndicator.class).health())
                .extracting(it -> it == null ? null : it.getStatus())
                .isEqualTo(Status.UP);
    }

    @Test
    void figuresAreInTheApplicationsRegistryWhileTheRelaysRun() {
        ConfigurableApplicationContext application = applicationInstances.start("a");
        MeterRegistry registry = application.getBean(MeterRegistry.class);
        application.getBean(Orders.class).change("x", 1);
        await().atMost(TIMEOUT)
                .until(() -> registry.find(MetricNames.COMPLETED).tag(MetricNames.RELAY, "orders").counters().stream()
                                .mapToDouble(Counter::count)
                                .sum()
                        == 1);
        application.stop();
        assertThat(registry.isClosed()).isFalse();
        assertThat(registry.find(MetricNames.COMPLETED).counter()).isNull();
    }

    @Test
    void theApplicationsPoolIsLeftToTheApplication() throws Exception {
        ConfigurableApplicationContext application = applicationInstances.start(
                "a", "spring.datasource.hikari.maximum-pool-size=1", "spring.datasource.hikari.connection-timeout=500");
        application.getBean(Orders.class).change("x", 1);
        awaitReceived(1);
        try (Connection only = application.getBean(DataSource.class).getConnection()) {
            assertThat(only.isValid(1)).isTrue();
            database.jdbc()
                    .update("INSERT INTO signalbox_outbox (id, message_group, type, payload)"
                            + " VALUES ('2', 'x', 't', '{\"order\":\"x\",\"number\":2}')");
            awaitReceived(2);
        }
    }

    @Test
    void anApplicationThatStopsAmidTrafficAndStartsAgainLosesAndRepeatsNothing() throws Exception {
        AtomicBoolean goOn = new AtomicBoolean(true);
        AtomicInteger written = new AtomicInteger();
        Thread writer = Thread.ofVirtual().start(() -> {
            while (goOn.get()) {
                write(written.get());
                written.incrementAndGet();
            }
        });
        for (int run = 1; run <= 3; run++) {
            int enough = receiver.count() + 60;
            ConfigurableApplicationContext application = applicationInstances.start("run-" + run);
            awaitReceived(enough);
            application.close();
        }
        goOn.set(false);
        writer.join();
        applicationInstances.start("last");
        awaitReceived(written.get() * 2);
        await().atMost(TIMEOUT).until(() -> database.count("signalbox_outbox") == 0);
        receiver.assertAllOnceAndInOrder(List.of("x", "y"), written.get());
    }

    private void write(int number) {
        for (String order : List.of("x", "y")) {
            database.jdbc()
                    .update(
                            "INSERT INTO signalbox_outbox (id, message_group, type, payload) VALUES (?, ?, 't', ?)",
                            order + number,
                            order,
                            "{\"order\":\"" + order + "\",\"number\":" + number + "}");
        }
    }

    @Test
    void aStopWaitsForRequestsUnderWay() {
        ConfigurableApplicationContext application = applicationInstances.start("a");
        receiver.answers.drainPermits();
        application.getBean(Orders.class).change("x", 1);
        await().atMost(TIMEOUT).until(receiver.answers::hasQueuedThreads);
        Thread close = Thread.ofVirtual().start(application::close);
        await().atMost(TIMEOUT)
                .until(() -> relays(application).relays().stream()
                        .anyMatch(relay -> relay.state() == RelayView.State.STOPPING));
        assertThat(close.isAlive()).isTrue();
        receiver.answers.release(1_000);
        await().atMost(TIMEOUT).until(() -> !close.isAlive());
        assertThat(database.count("signalbox_outbox")).isZero();
        assertThat(receiver.numbers("x")).containsExactly(1);
    }

    @Test
    void instancesShareTheWorkAndOneTakesOverFromAnotherThatEnds() {
        ConfigurableApplicationContext first = applicationInstances.start("a");
        ConfigurableApplicationContext second = applicationInstances.start("b");
        await().atMost(TIMEOUT).until(() -> delivers(first) && delivers(second));
        Orders orders = second.getBean(Orders.class);
        List<String> all = IntStream.range(0, 20).mapToObj(it -> "order-" + it).toList();
        all.forEach(order -> orders.change(order, 1));
        awaitReceived(20);
        assertThat(completed(first) + completed(second)).isEqualTo(20);
        first.close();
        all.forEach(order -> orders.change(order, 2));
        awaitReceived(40);
        receiver.assertAllOnceAndInOrder(all, 2);
    }

    private static boolean delivers(ConfigurableApplicationContext application) {
        return relays(application).relays().stream().allMatch(it -> it.state() == RelayView.State.DELIVERING)
                && application
                                .getBean(MeterRegistry.class)
                                .get(MetricNames.SHARDS)
                                .gauge()
                                .value()
                        == 32;
    }

    private static double completed(ConfigurableApplicationContext application) {
        return application
                .getBean(MeterRegistry.class)
                .get(MetricNames.SENT)
                .counter()
                .count();
    }

    @Test
    void aContextThatIsStoppedAndStartedDeliversAgain() {
        ConfigurableApplicationContext application = applicationInstances.start("a");
        application.getBean(Orders.class).change("x", 1);
        awaitReceived(1);
        application.stop();
        assertThat(relays(application).isRunning()).isFalse();
        assertThat(application.getBean(RelayHealthIndicator.class).health())
                .extracting(it -> it == null ? null : it.getStatus())
                .isEqualTo(Status.UNKNOWN);
        application.getBean(Orders.class).change("x", 2);
        application.start();
        awaitReceived(2);
        assertThat(receiver.numbers("x")).containsExactly(1, 2);
    }

    @Test
    void nothingRunsUnlessItIsAskedFor() {
        ConfigurableApplicationContext application = applicationInstances.start("a", "signalbox.relay.enabled=false");
        assertThat(application.getBeanNamesForType(EmbeddedRelays.class)).isEmpty();
        assertThat(application.getBeanNamesForType(RelayHealthIndicator.class)).isEmpty();
        application.getBean(Orders.class).change("x", 1);
        assertThat(database.count("signalbox_outbox")).isEqualTo(1);
        assertThat(database.count("pg_namespace WHERE nspname = 'signalbox'")).isZero();
    }
}
