package dev.signalbox.spring.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.signalbox.runtime.admin.RelayView;
import dev.signalbox.spring.relay.orders.Orders;
import dev.signalbox.testkit.fault.FreezingProxy;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;
import org.springframework.context.ConfigurableApplicationContext;

/** The health during outages. */
class UnavailableDependenciesTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    private final TestDatabase database = TestDatabase.withOutbox();
    private final Receiver receiver = new Receiver();
    private final ApplicationInstances applicationInstances = new ApplicationInstances(database.url(), receiver.url());

    UnavailableDependenciesTest() throws Exception {}

    @AfterEach
    void end() {
        applicationInstances.close();
        receiver.close();
    }

    private static Health health(ConfigurableApplicationContext application) {
        return Objects.requireNonNull(
                application.getBean(RelayHealthIndicator.class).health());
    }

    @Test
    void aDestinationThatIsAwayIsShownButIsNoFaultOfTheApplication() {
        ConfigurableApplicationContext application = applicationInstances.start("a");
        receiver.status = 401;
        application.getBean(Orders.class).change("x", 1);
        await().atMost(TIMEOUT)
                .until(() -> application.getBean(EmbeddedRelays.class).relays().stream()
                        .anyMatch(relay -> relay.state() == RelayView.State.OUTAGE));
        Health health = health(application);
        assertThat(health.getStatus()).isEqualTo(Status.UP);
        assertThat(health.getDetails().get("relays")).asString().contains("orders=OUTAGE", "401");
        receiver.status = 204;
        await().atMost(TIMEOUT).until(() -> receiver.count() == 1);
    }

    @Test
    void aDatabaseThatWasNeverReachedIsDownAndTheApplicationIsUp() {
        ConfigurableApplicationContext application = applicationInstances.start(
                "a",
                "signalbox.sources.far.url=jdbc:postgresql://127.0.0.1:9/far",
                "signalbox.relays.orders.source=far");
        Health health = health(application);
        assertThat(health.getStatus()).isEqualTo(Status.DOWN);
        assertThat(health.getDetails().get("checks")).asString().contains("relays=UP", "source far=DOWN");
        application.getBean(Orders.class).change("x", 1);
        assertThat(database.count("signalbox_outbox")).isEqualTo(1);
    }

    @Test
    @Tag("slow") // a database counts as lost after half a minute
    void aDatabaseThatIsLostIsDownUntilItIsBack() throws Exception {
        try (FreezingProxy proxy = new FreezingProxy(TestDatabase.port())) {
            ConfigurableApplicationContext application = applicationInstances.start(
                    "a",
                    "signalbox.sources.application.url=" + database.url(proxy.port()),
                    "signalbox.sources.application.username=postgres");
            await().atMost(TIMEOUT).until(() -> health(application).getStatus().equals(Status.UP));
            proxy.freeze();
            await().atMost(Duration.ofSeconds(90))
                    .until(() -> health(application).getStatus().equals(Status.DOWN));
            assertThat(health(application).getDetails().get("checks"))
                    .asString()
                    .contains("source application=DOWN");
            proxy.letNewOnesPass();
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> health(application).getStatus().equals(Status.UP));
            application.getBean(Orders.class).change("x", 1);
            await().atMost(TIMEOUT).until(() -> receiver.count() == 1);
        }
    }
}
