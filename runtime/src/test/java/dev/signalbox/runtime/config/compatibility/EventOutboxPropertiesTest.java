package dev.signalbox.runtime.config.compatibility;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.delivery.RetryPolicy;
import dev.signalbox.core.delivery.RetryPolicy.Backoff;
import dev.signalbox.jdbc.CreationPeriod;
import dev.signalbox.jdbc.ProcessedEvents;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.runtime.config.ConfigUnderTest;
import dev.signalbox.runtime.config.ServerConfig;
import dev.signalbox.runtime.config.relay.RelayConfig;
import dev.signalbox.runtime.config.source.DatabaseKind;
import dev.signalbox.runtime.config.source.SourceConfig;
import dev.signalbox.runtime.sink.rabbitmq.RabbitConfig;
import dev.signalbox.sink.rabbitmq.BrokerAddress;
import dev.signalbox.sink.rabbitmq.RabbitBrokerSettings;
import dev.signalbox.sink.rabbitmq.RabbitLogin;
import dev.signalbox.sink.rabbitmq.RabbitSinkSettings;
import dev.signalbox.sink.rabbitmq.RabbitTls;
import dev.signalbox.sink.rabbitmq.RoutingKeyRule;
import dev.signalbox.sink.rabbitmq.Topology;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The properties of an event outbox producer. */
class EventOutboxPropertiesTest {
    private static final String DATABASE = """
            spring.application.name=reservations
            spring.datasource.url=jdbc:postgresql://localhost/reservations
            spring.datasource.username=app
            spring.datasource.password=${DB_PASSWORD:x}
            spring.datasource.hikari.maximum-pool-size=20
            spring.rabbitmq.listener.simple.prefetch=10
            """;

    /** The example of the producer's documentation. */
    private static final String DOCUMENT = DATABASE + """
            notification.outbox.poll.interval=1000
            notification.outbox.batch.size=100
            notification.outbox.initial.delay=2000
            spring.rabbitmq.host=localhost
            spring.rabbitmq.port=5672
            """;

    @Test
    void theDocumentsExampleBecomesARelayToRabbitMq() {
        ServerConfig config = ConfigUnderTest.properties(DOCUMENT).load();

        SourceConfig source = config.source("event-outbox");
        assertThat(source.username()).contains("app");
        assertThat(source.initialDelay()).isEqualTo(Duration.ofSeconds(2));
        RelayConfig relay = config.relays().getFirst();
        assertThat(relay.name()).isEqualTo("notifications");
        assertThat(relay.retry().maxRetries()).isEqualTo(RetryPolicy.UNLIMITED);
        assertThat(relay.retry().backoff()).isEqualTo(new Backoff(Duration.ofSeconds(1), 1, Duration.ofMinutes(5), 0));
        assertThat(relay.buffer().perFetch()).isEqualTo(100);
        assertThat(relay.outbox().table()).hasToString("EventOutbox");
        assertThat(relay.outbox().layout().processedEvents())
                .isEqualTo(new ProcessedEvents(
                        new TableName(null, "ProcessedEvent"), ProcessedEvents.Guarantee.AT_LEAST_ONCE));
        assertThat(relay.outbox().layout().columns().id()).isEqualTo("event_id");
        assertThat(relay.outbox().layout().columns().processedAt()).isEqualTo("published_at");
        assertThat(relay.outbox().layout().statusWords().completed()).isEqualTo("PROCESSED");
        RabbitConfig rabbit = (RabbitConfig) config.sink("rabbitmq");
        assertThat(rabbit.address(Optional.empty())).isEqualTo(URI.create("rabbitmq://localhost:5672"));
        assertThat(rabbit.sink().exchange()).isEqualTo("notifications.exchange");
        assertThat(rabbit.sink().routing())
                .isEqualTo(RoutingKeyRule.table(
                        "{aggregateType}",
                        Map.of(
                                "RESTAURANT", "notification.restaurant",
                                "CUSTOMER", "notification.customer",
                                "AGENCY", "notification.agency",
                                "ADMIN", "notification.admin")));
        assertThat(rabbit.sink().topology())
                .isEqualTo(Topology.exchange("topic")
                        .withQueue("notification.restaurant", "notification.restaurant")
                        .withQueue("notification.customer", "notification.customer")
                        .withQueue("notification.agency", "notification.agency")
                        .withQueue("notification.admin", "notification.admin"));
        assertThat(rabbit.sink().format().body()).isEqualTo(RabbitSinkSettings.Body.EVENT);
        assertThat(config.warnings()).singleElement().asString().contains("guest");
    }

    @Test
    void theDocumentsDefaultsAreTheDefaults() {
        assertThat(ConfigUnderTest.properties(DATABASE + "notification.outbox.batch.size=100\n")
                        .load()
                        .relays())
                .isEqualTo(ConfigUnderTest.properties(DOCUMENT).load().relays());
    }

    @Test
    void aClusterWithTlsAndAUserOfItsOwn() {
        RabbitBrokerSettings broker = ((RabbitConfig)
                        ConfigUnderTest.properties(DATABASE + """
                        notification.outbox.batch.size=10
                        spring.rabbitmq.addresses=a:5671,b:5671
                        spring.rabbitmq.username=producer
                        spring.rabbitmq.password=secret
                        spring.rabbitmq.virtual-host=shop
                        spring.rabbitmq.ssl.enabled=true
                        spring.rabbitmq.ssl.trust-store=trust.p12
                        spring.rabbitmq.ssl.trust-store-password=trusted
                        """).load().sink("rabbitmq"))
                .broker();

        assertThat(broker.addresses()).containsExactly(new BrokerAddress("a", 5671), new BrokerAddress("b", 5671));
        assertThat(broker.virtualHost()).isEqualTo("shop");
        assertThat(broker.login()).isEqualTo(new RabbitLogin("producer", "secret"));
        assertThat(broker.tls())
                .isEqualTo(new RabbitTls(new RabbitTls.Store(Path.of("trust.p12"), "trusted", "pkcs12"), null, true));
    }

    @Test
    void someOfTheEventsAndOtherQueues() {
        ServerConfig config = ConfigUnderTest.properties(DOCUMENT + """
                notification.outbox.from=2026-01-01T00:00:00Z
                notification.outbox.to=2026-02-01T00:00:00+01:00
                notification.outbox.max-age=7d
                notification.outbox.mode=at-most-once
                notification.outbox.max-retries=5
                notification.outbox.routing-keys=COURIER=notification.courier
                notification.outbox.queue-type=quorum
                notification.outbox.dead-letter-queue={queue}.dead
                """).load();
        RelayConfig relay = config.relays().getFirst();
        assertThat(relay.outbox().layout().creationPeriod())
                .isEqualTo(new CreationPeriod(
                        Instant.parse("2026-01-01T00:00:00Z"),
                        Instant.parse("2026-01-31T23:00:00Z"),
                        Duration.ofDays(7)));
        assertThat(relay.outbox().atMostOnce()).isTrue();
        assertThat(relay.retry().maxRetries()).isEqualTo(5);
        assertThat(((RabbitConfig) config.sink("rabbitmq")).sink().topology().queues())
                .containsExactly(new Topology.Queue(
                        "notification.courier",
                        Topology.QueueType.QUORUM,
                        List.of("notification.courier"),
                        Topology.DeadLetters.to("notification.courier.dead")));
    }

    @Test
    void mySqlWillDoAndMongoDbWillNot() {
        assertThat(ConfigUnderTest.properties(DOCUMENT.replace("jdbc:postgresql:", "jdbc:mysql:"))
                        .load()
                        .source("event-outbox")
                        .kind())
                .isEqualTo(DatabaseKind.MYSQL);
        assertThat(ConfigUnderTest.properties(DOCUMENT.replace("jdbc:postgresql:", "mongodb:"))
                        .problems())
                .anySatisfy(problem -> assertThat(problem).contains("PostgreSQL, MySQL or MariaDB"));
    }

    @ParameterizedTest(name = "{0}={1}: {2}")
    @CsvSource(
            delimiter = '|',
            value = {
                "notification.outbox.batch.size      | 0          | a whole number from 1 to 10000",
                "notification.outbox.batch.sise      | 1          | did you mean notification.outbox.batch.size?",
                "notification.outbox.from            | yesterday  | a moment such as",
                "notification.outbox.mode            | exactly-once | at-least-once or at-most-once or off",
                "notification.outbox.max-retries     | many       | from 0 to 1000, or unlimited",
                "notification.outbox.routing-keys    | RESTAURANT | key=value",
                "notification.outbox.exchange        | ${NOWHERE} | set the environment variable NOWHERE",
                "spring.rabbitmq.port                | 70000      | a whole number from 1 to 65535",
                "spring.rabbitmq.host                | a b        | the name or address of a host",
                "spring.rabbitmq.addresses           | a:1        | means nothing beside spring.rabbitmq.addresses",
                "spring.rabbitmq.username            | producer   | spring.rabbitmq.password",
                "spring.rabbitmq.ssl.trust-store     | t.p12      | means nothing unless spring.rabbitmq.ssl.enabled is true",
                "signalbox.relays.notifications.sink | x          | use this name already; choose another",
            })
    void aValueThatIsNotAllowedIsRefused(String key, String value, String message) {
        ConfigUnderTest.properties(DOCUMENT).withProperty(key, value).assertProblem(message);
    }

    @Test
    void aPeriodEndsAfterItsBeginning() {
        assertThat(ConfigUnderTest.properties(DOCUMENT + """
                notification.outbox.from=2026-02-01T00:00:00Z
                notification.outbox.to=2026-01-01T00:00:00Z
                """).problems())
                .anySatisfy(problem -> assertThat(problem).contains("is not after the beginning"));
    }

    @Test
    void theDatabaseIsMissed() {
        assertThat(ConfigUnderTest.properties("notification.outbox.batch.size=100\n")
                        .problems())
                .anySatisfy(problem -> assertThat(problem).contains("spring.datasource.url"));
    }
}
