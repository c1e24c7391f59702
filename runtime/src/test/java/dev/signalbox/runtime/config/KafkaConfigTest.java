package dev.signalbox.runtime.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.signalbox.core.delivery.Ordering;
import dev.signalbox.core.message.Glob;
import dev.signalbox.core.routing.Routes.Route;
import dev.signalbox.runtime.config.relay.RelayConfig;
import dev.signalbox.runtime.sink.kafka.KafkaConfig;
import dev.signalbox.sink.kafka.KafkaSinkSettings;
import dev.signalbox.sink.kafka.KafkaTransactions.TransactionSettings;
import dev.signalbox.sink.kafka.TopicAccess;
import dev.signalbox.sink.kafka.TopicTemplate;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class KafkaConfigTest {
    private static final String RELAY = """
              relays:
                events: { source: shop, sink: events }
            """;

    private static ConfigUnderTest kafka(String settings) {
        return ConfigUnderTest.yaml("""
                signalbox:
                  sources:
                    shop: { url: "jdbc:postgresql://localhost/shop" }
                  sinks:
                    events:
                      type: kafka
                """ + settings.indent(6) + RELAY);
    }

    @Test
    void brokersAreEnough() {
        KafkaConfig kafka = (KafkaConfig)
                kafka("bootstrap-servers: \"a:9092,b:9092\"").load().sink("events");

        assertThat(kafka.address(Optional.empty())).isEqualTo(URI.create("kafka://a:9092,b:9092"));
        assertThat(kafka.limits().batchSize()).isEqualTo(500);
        assertThat(kafka.sink().topic()).isEqualTo(TopicTemplate.TYPE);
        assertThat(kafka.sink().rules()).isEmpty();
        assertThat(kafka.sink().key()).isEqualTo(KafkaSinkSettings.RecordKey.GROUP);
        assertThat(kafka.sink().cloudEvents()).isNull();
        assertThat(kafka.cluster().idleTimeout()).isEqualTo(Duration.ofMinutes(5));
        assertThat(kafka.cluster().client()).isEmpty();
        assertThat(kafka.transactions()).isEqualTo(new TransactionSettings("signalbox", "signalbox-cursors"));
    }

    @Test
    void aPublisherOfALogMayAskForExactlyOnce() {
        ConfigUnderTest configUnderTest = ConfigUnderTest.yaml("""
                signalbox:
                  sources:
                    shop: { url: "jdbc:postgresql://localhost/shop" }
                  sinks:
                    events: { type: kafka, bootstrap-servers: "a:9092", cursor-topic: notes, transactional-id-prefix: test }
                  logs:
                    shop:
                      source: shop
                      topics:
                        orders: { publishers: events }
                      publishers:
                        events: { exactly-once: true }
                """);

        assertThat(configUnderTest.load().logs().getFirst().feeds().getFirst().exactlyOnce())
                .isTrue();
        assertThat(((KafkaConfig) configUnderTest.load().sink("events")).transactions())
                .isEqualTo(new TransactionSettings("test", "notes"));
    }

    @Test
    void feedsOfTwoSourcesMustNotShareATransactionalId() {
        String config = """
                signalbox:
                  sources:
                    shop: { url: "jdbc:postgresql://localhost/shop" }
                    bank: { url: "jdbc:postgresql://localhost/bank" }
                  sinks:
                    events: { type: kafka, bootstrap-servers: "a:9092" }
                    more-events: { type: kafka, bootstrap-servers: "a:9092" }
                  logs:
                    shop:
                      source: shop
                      topics: { orders: { publishers: events } }
                      publishers: { events: { exactly-once: true } }
                    bank:
                      source: bank
                      topics: { orders: { publishers: %1$s } }
                      publishers: { %1$s: { exactly-once: %2$s } }
                """;

        assertThat(ConfigUnderTest.yaml(config.formatted("events", true)).problems())
                .singleElement()
                .asString()
                .contains("orders/events", "the same transactional.id", "by another sink");
        assertThat(ConfigUnderTest.yaml(config.formatted("more-events", true))
                        .load()
                        .logs())
                .hasSize(2);
        assertThat(ConfigUnderTest.yaml(config.formatted("events", false))
                        .load()
                        .logs())
                .hasSize(2);
    }

    @Test
    void messagesMayBeKeptFromChoosingAnyTopic() {
        String least = "bootstrap-servers: a:9092\n";
        assertThat(kafka(least).load().warnings())
                .singleElement()
                .asString()
                .contains("the sink events", "{type}", "signalbox.sinks.events.allowed-topics");
        assertThat(kafka(least + "topic: \"shop.{type}\"\n").load().warnings()).isEmpty();
        assertThat(kafka(least + "topic: all\ntopics: { \"a*\": \"{header:topic}\" }\n")
                        .load()
                        .warnings())
                .singleElement()
                .asString()
                .contains("{header:topic}");

        ServerConfig limited =
                kafka(least + "allowed-topics: [Order*, Invoice]\n").load();
        assertThat(limited.warnings()).isEmpty();
        assertThat(((KafkaConfig) limited.sink("events")).sink().access())
                .isEqualTo(
                        new TopicAccess(List.of(new Glob("Order*"), new Glob("Invoice")), Set.of("signalbox-cursors")));
    }

    @Test
    void aFixedTopicMustBeOneThatMessagesMayHave() {
        for (String topic : List.of("signalbox-cursors", "__consumer_offsets")) {
            assertThat(kafka("bootstrap-servers: a:9092\ntopic: " + topic + "\n")
                            .problems())
                    .singleElement()
                    .asString()
                    .contains("signalbox.sinks.events.topic", "must be another one", topic);
        }
        assertThat(kafka("bootstrap-servers: a:9092\ntopic: orders\nallowed-topics: invoices\n")
                        .problems())
                .singleElement()
                .asString()
                .contains("orders", "is not among the allowed-topics");
    }

    @Test
    void theCursorTopicNeedsALegalName() {
        assertThat(kafka("""
                        bootstrap-servers: a:9092
                        cursor-topic: "my cursors"
                        """).problems()).singleElement().asString().contains("cursor-topic", "is no topic's name");
    }

    @Test
    void kafkasOwnSettingsPassThroughWithTheirCommasAndSecrets() {
        String jaas =
                "org.apache.kafka.common.security.plain.PlainLoginModule required username=\"a\" password=\"p,=1\";";
        KafkaConfig kafka = (KafkaConfig) kafka("""
                        bootstrap-servers: a:9092
                        topics: { "shop.order.*": "orders.{type}", "*": other }
                        client:
                          security.protocol: SASL_SSL
                          sasl.mechanism: PLAIN
                          sasl.jaas.config: '${JAAS}'
                          ssl.enabled.protocols: TLSv1.3,TLSv1.2
                        """).with("JAAS", jaas).load().sink("events");

        assertThat(kafka.cluster().client())
                .isEqualTo(Map.of(
                        "security.protocol", "SASL_SSL",
                        "sasl.mechanism", "PLAIN",
                        "sasl.jaas.config", jaas,
                        "ssl.enabled.protocols", "TLSv1.3,TLSv1.2"));
        assertThat(kafka.sink().rules())
                .isEqualTo(KafkaSinkSettings.DEFAULTS
                        .withRule("shop.order.*", "orders.{type}")
                        .withRule("*", "other")
                        .rules());
        assertThat(kafka.toString()).doesNotContain("p,=1");
    }

    @Test
    void allThatIsWrongIsSaidAtOnceAndNoSecretWithIt() {
        List<String> problems = kafka("""
                        base-url: https://api.example.com
                        topic: "{tipe}"
                        key: partition
                        client: { acks: "1", sasl.jaas.config: s3cret, no.such.thing: x }
                        """).problems();

        assertThat(String.join("\n", problems))
                .contains("bootstrap-servers: is missing; it must be host:port")
                .contains("base-url", "means nothing for a sink of type kafka")
                .contains("{tipe} is unknown")
                .contains("must be group or id")
                .contains("client.acks=1 is not allowed", "client.no.such.thing is no setting of Kafka's producer")
                .doesNotContain("s3cret");
    }

    @Test
    void aSinkOfAnotherTypeTakesNoneOfThem() {
        List<String> problems = ConfigUnderTest.yaml("""
                signalbox:
                  sources:
                    shop: { url: "jdbc:postgresql://localhost/shop" }
                  sinks:
                    events: { base-url: "https://a.example.com", bootstrap-servers: "a:1", client: { acks: all } }
                """ + RELAY).problems();

        assertThat(problems)
                .hasSize(2)
                .allSatisfy(problem -> assertThat(problem).contains("means nothing for a sink of type http"));
    }

    @Test
    void theShortestLeaseOfWhatGoesToASinkCounts() {
        ServerConfig config = ConfigUnderTest.yaml("""
                signalbox:
                  sources:
                    shop: { url: "jdbc:postgresql://localhost/shop", lease-ttl: 20s }
                    bank: { url: "jdbc:postgresql://localhost/bank", lease-ttl: 4s }
                  sinks:
                    events: { type: kafka, bootstrap-servers: "a:1" }
                  relays:
                    shop: { source: shop, sink: events }
                    bank: { source: bank, sink: events }
                """).load();

        assertThat(config.shortestLease("events")).isEqualTo(Duration.ofSeconds(4));
    }

    private static ConfigUnderTest routes(String routes) {
        return ConfigUnderTest.yaml("""
                signalbox:
                  sources:
                    shop: { url: "jdbc:postgresql://localhost/shop", lease-ttl: 4s }
                  sinks:
                    eu: { type: kafka, bootstrap-servers: "a:1", topic: events }
                    us: { type: kafka, bootstrap-servers: "b:1", topic: events }
                    audit: { type: kafka, bootstrap-servers: "c:1", topic: events }
                    api: { base-url: "https://a.example.com", request-body: payload }
                  relays:
                    other: { source: shop, sink: api, outbox: { table: other } }
                    events:
                      source: shop
                """ + routes.indent(6));
    }

    @Test
    void typesGoToClusters() {
        ServerConfig config = routes("""
                routes:
                  OrderCreated: eu
                  "shop.order.*": { clusters: [eu, us], optional: audit, strategy: all-must-succeed }
                  "*": us
                """).load();

        RelayConfig relay = config.relays().getLast();
        assertThat(relay.routes())
                .isEqualTo(Map.of(
                        new Glob("OrderCreated"), new Route(List.of("eu"), List.of(), Route.Strategy.ALL_MUST_SUCCEED),
                        new Glob("shop.order.*"),
                                new Route(List.of("eu", "us"), List.of("audit"), Route.Strategy.ALL_MUST_SUCCEED),
                        new Glob("*"), new Route(List.of("us"), List.of(), Route.Strategy.ALL_MUST_SUCCEED)));
        assertThat(relay.routes().keySet().stream().map(Glob::pattern))
                .containsExactly("OrderCreated", "shop.order.*", "*");
        assertThat(relay.url()).hasToString("routes:audit,eu,us");
        assertThat(config.warnings()).isEmpty();
        assertThat(config.shortestLease("audit")).isEqualTo(Duration.ofSeconds(4));
    }

    @Test
    void whereOneClusterIsEnoughAnotherRelayBringsTheRest() {
        ServerConfig config = routes("""
                outbox: { schema: app, table: order_events }
                ordering: none
                routes:
                  A: { clusters: [eu, us], strategy: at-least-one }
                  B: audit
                """).load();

        assertThat(config.relays())
                .extracting(
                        RelayConfig::name,
                        relay -> relay.outbox().table().toString(),
                        RelayConfig::sink,
                        RelayConfig::followUpOf)
                .contains(
                        tuple("events", "app.order_events", "eu", Optional.empty()),
                        tuple("events-for-eu", "app.order_events_for_eu", "eu", Optional.of("events")),
                        tuple("events-for-us", "app.order_events_for_us", "us", Optional.of("events")))
                .hasSize(4);
        assertThat(config.relays().getLast().ordering()).isEqualTo(Ordering.NONE);
        assertThat(config.warnings()).isEmpty();
    }

    @Test
    void whatFollowsFromRoutesNeedsNamesThatAreFreeAndShort() {
        assertThat(routes("""
                        outbox: { table: a_name_that_leaves_not_quite_enough_room_for_it }
                        routes: { A: { clusters: [eu, us], strategy: at-least-one } }
                        """).problems())
                .anySatisfy(problem -> assertThat(problem).contains("_for_it_for_eu", "longer than 49"));
        assertThat(ConfigUnderTest.yaml("""
                        signalbox:
                          sources:
                            shop: { url: "jdbc:postgresql://localhost/shop" }
                          sinks:
                            eu: { type: kafka, bootstrap-servers: "a:1" }
                            us: { type: kafka, bootstrap-servers: "b:1" }
                          relays:
                            events: { source: shop, routes: { "*": { clusters: [eu, us], strategy: at-least-one } } }
                            events-for-us: { source: shop, sink: us, outbox: { table: other } }
                        """).problems())
                .anySatisfy(problem -> assertThat(problem).contains("a relay events-for-us, but that name is taken"));
    }

    @Test
    void routesThatLeadNowhereAreRefused() {
        assertThat(routes("""
                        sink: api
                        routes: { A: mars, B: api, C: { optional: eu } }
                        """).problems())
                .anySatisfy(problem -> assertThat(problem).contains("C: a route names at least one cluster"));
        assertThat(routes("""
                        sink: api
                        routes: { A: mars, B: api }
                        """).problems())
                .anySatisfy(problem -> assertThat(problem).contains("sink", "means nothing beside routes"))
                .anySatisfy(problem -> assertThat(problem).contains("the cluster mars does not exist"))
                .anySatisfy(problem -> assertThat(problem).contains("the sink api is not of type kafka"));
        assertThat(routes("routes: { A: { clusters: [eu, us], strategy: at-most-one } }")
                        .problems())
                .anySatisfy(problem ->
                        assertThat(problem).contains("must be all-must-succeed or at-least-one, not at-most-one"));
    }
}
