package dev.signalbox.runtime.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.signalbox.core.delivery.RetryPolicy;
import dev.signalbox.core.message.Glob;
import dev.signalbox.core.source.ClaimMode;
import dev.signalbox.jdbc.ProcessedEvents;
import dev.signalbox.runtime.config.relay.RelayConfig;
import dev.signalbox.runtime.sink.rabbitmq.RabbitConfig;
import dev.signalbox.sink.rabbitmq.RabbitSinkSettings;
import dev.signalbox.sink.rabbitmq.RoutingKeyRule;
import dev.signalbox.sink.rabbitmq.Topology;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RabbitConfigTest {
    private static final String LEAST = """
            addresses: "a:5672,b:5672"
            username: producer
            password: secret
            allow-insecure: true
            """;

    private static ConfigUnderTest rabbit(String settings) {
        return relay(settings, "");
    }

    private static ConfigUnderTest relay(String sink, String outbox) {
        return ConfigUnderTest.yaml("""
                signalbox:
                  sources:
                    shop: { url: "jdbc:postgresql://localhost/shop" }
                  sinks:
                    broker:
                      type: rabbitmq
                """ + sink.indent(6) + """
                  relays:
                    events: { source: shop, sink: broker%s }
                """.formatted(outbox));
    }

    /** The warnings about what messages choose. */
    private static List<String> choices(ServerConfig config) {
        return config.warnings().stream()
                .filter(warning -> warning.contains("choose"))
                .toList();
    }

    @Test
    void messagesMayBeKeptFromChoosingAnyRoutingKey() {
        assertThat(choices(rabbit(LEAST).load()))
                .singleElement()
                .asString()
                .contains("any queue", "signalbox.sinks.broker.allowed-routing-keys");
        assertThat(choices(rabbit(LEAST + "exchange: shop\n").load()))
                .singleElement()
                .asString()
                .contains("any routing key");
        assertThat(choices(rabbit(LEAST + "routing-key: \"shop.{type}\"\n").load()))
                .isEmpty();

        ServerConfig limited =
                rabbit(LEAST + "allowed-routing-keys: [\"order.*\", audit]\n").load();
        assertThat(choices(limited)).isEmpty();
        assertThat(((RabbitConfig) limited.sink("broker")).sink().routing())
                .isEqualTo(RoutingKeyRule.template("{type}", List.of(new Glob("order.*"), new Glob("audit"))));
        assertThat(rabbit(LEAST + "routing-keys: { A: a }\nallowed-routing-keys: a\n")
                        .problems())
                .singleElement()
                .asString()
                .contains("allowed-routing-keys", "means nothing with routing-keys");
    }

    @Test
    void addressesAndAUserAreEnough() {
        RabbitConfig rabbit = (RabbitConfig) rabbit(LEAST).load().sink("broker");

        assertThat(rabbit.address(Optional.empty())).isEqualTo(URI.create("rabbitmq://a:5672,b:5672"));
        assertThat(rabbit.limits().batchSize()).isEqualTo(500);
        assertThat(rabbit.broker().times().connect()).isEqualTo(Duration.ofSeconds(3));
        assertThat(rabbit.longestSend()).isEqualTo(Duration.ofSeconds(14));
        assertThat(rabbit.sink().exchange()).isEmpty();
        assertThat(rabbit.sink().routing()).isEqualTo(RoutingKeyRule.template("{type}"));
        assertThat(rabbit.sink().format().body()).isEqualTo(RabbitSinkSettings.Body.PAYLOAD);
        assertThat(rabbit.sink().topology()).isEqualTo(Topology.NONE);
        assertThat(rabbit.toString()).doesNotContain("secret");
    }

    @Test
    void queuesAreDeclaredWithTheirDeadLetters() {
        RabbitConfig rabbit = (RabbitConfig) rabbit(LEAST + """
                        exchange: shop
                        exchange-type: direct
                        queues: "orders=OrderCreated,orders=OrderPaid,returns=Returned"
                        queue-type: quorum
                        dead-letter-queue: "{queue}.dead"
                        """).load().sink("broker");

        Topology topology = rabbit.sink().topology();
        assertThat(topology.exchange()).isEqualTo(new Topology.Exchange("direct", true));
        assertThat(topology.queues())
                .containsExactly(
                        new Topology.Queue(
                                "orders",
                                Topology.QueueType.QUORUM,
                                List.of("OrderCreated", "OrderPaid"),
                                Topology.DeadLetters.to("orders.dead")),
                        new Topology.Queue(
                                "returns",
                                Topology.QueueType.QUORUM,
                                List.of("Returned"),
                                Topology.DeadLetters.to("returns.dead")));
    }

    @Test
    void theLayoutEventOutboxRetriesWithoutLimitUnlessToldOtherwise() {
        RelayConfig relay = relay(LEAST, ", outbox: { layout: event-outbox, schema: app }")
                .load()
                .relays()
                .getFirst();
        assertThat(relay.retry().maxRetries()).isEqualTo(RetryPolicy.UNLIMITED);
        assertThat(relay.retry().backoff().multiplier()).isEqualTo(1);
        assertThat(relay.outbox().table()).hasToString("app.EventOutbox");
        assertThat(relay.outbox().layout().processedEvents())
                .isNotNull()
                .extracting(ProcessedEvents::table)
                .hasToString("app.ProcessedEvent");
        assertThat(relay.outbox().settings().claimMode()).isEqualTo(ClaimMode.OWN);

        RelayConfig other = relay(
                        LEAST,
                        ", max-retries: 3, retry: { multiplier: 2 }, outbox: { layout: event-outbox, processed: { mode: \"off\" } }")
                .load()
                .relays()
                .getFirst();
        assertThat(other.retry().maxRetries()).isEqualTo(3);
        assertThat(other.retry().backoff().multiplier()).isEqualTo(2);
        assertThat(other.outbox().layout().processedEvents()).isNull();
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "{ layout: event-outbox, holding: mark }              | must be own with the layout event-outbox",
                "{ layout: event-outbox, columns: { retry-count: n } } | means nothing with the layout event-outbox",
                "{ layout: catbox, processed: { mode: at-most-once } } | means nothing with the layout catbox",
                "{ layout: catbox, max-age: 7d }                      | means nothing with the layout catbox",
                "{ layout: event-outbox, from: 2026-02-01T00:00:00Z, to: 2026-01-01T00:00:00Z } | is not after the beginning",
            })
    void aTableThatMakesNoSenseIsRefused(String outbox, String message) {
        relay(LEAST, ", outbox: " + outbox).assertProblem(message);
    }

    @Test
    void whatIsMissingIsSaidAtOnce() {
        assertThat(rabbit("exchange: shop\n").problems())
                .anySatisfy(problem -> assertThat(problem).contains("signalbox.sinks.broker.addresses"))
                .anySatisfy(problem -> assertThat(problem).contains("signalbox.sinks.broker.username"))
                .anySatisfy(problem -> assertThat(problem).contains("signalbox.sinks.broker.password"));
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "'base-url: \"http://a\"'                    | means nothing for a sink of type rabbitmq",
                "'topic: x'                                  | means nothing for a sink of type rabbitmq",
                "'routing-key: \"{nothing}\"'                | {nothing}",
                "'queues: \"a=b\"\ndeclare: false'           | means nothing while declare is false",
                "'exchange: e\nqueues: \"a=b,c=d\"\ndead-letter-queue: dead' | needs {queue} in it",
                "'ssl: { verify-hostname: false }'           | means nothing unless signalbox.sinks.broker.ssl.enabled is true",
                "'queue-type: stream'                        | classic or quorum",
                "'heartbeat: 1500ms'                         | whole seconds",
            })
    void whatMakesNoSenseIsRefused(String settings, String message) {
        rabbit(LEAST + settings + "\n").assertProblem(message);
    }
}
