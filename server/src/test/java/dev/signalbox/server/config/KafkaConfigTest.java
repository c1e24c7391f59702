package dev.signalbox.server.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class KafkaConfigTest {
    private static final String RELAY = """
              relays:
                events: { source: shop, sink: events }
            """;

    private static Given kafka(String settings) {
        return Given.yaml("""
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
        SinkConfig sink = kafka("bootstrap-servers: \"a:9092,b:9092\"").load().sink("events");

        assertThat(sink.baseUrl()).isEqualTo(URI.create("kafka://a:9092,b:9092"));
        assertThat(sink.limits().batchSize()).isEqualTo(500);
        KafkaConfig kafka = sink.kafka().orElseThrow();
        assertThat(kafka.topic()).isEqualTo("{type}");
        assertThat(kafka.topics()).isEmpty();
        assertThat(kafka.key()).isEqualTo(KafkaConfig.RecordKey.GROUP);
        assertThat(kafka.cloudEventsSource()).isEmpty();
        assertThat(kafka.idleTimeout()).isEqualTo(Duration.ofMinutes(5));
        assertThat(kafka.client()).isEmpty();
    }

    @Test
    void kafkasOwnSettingsPassThroughWithTheirCommasAndSecrets() {
        String jaas =
                "org.apache.kafka.common.security.plain.PlainLoginModule required username=\"a\" password=\"p,=1\";";
        KafkaConfig kafka =
                kafka("""
                        bootstrap-servers: a:9092
                        topics: { "shop.order.*": "orders.{type}", "*": other }
                        client:
                          security.protocol: SASL_SSL
                          sasl.mechanism: PLAIN
                          sasl.jaas.config: '${JAAS}'
                          ssl.enabled.protocols: TLSv1.3,TLSv1.2
                        """).with("JAAS", jaas).load().sink("events").kafka().orElseThrow();

        assertThat(kafka.client())
                .isEqualTo(Map.of(
                        "security.protocol", "SASL_SSL",
                        "sasl.mechanism", "PLAIN",
                        "sasl.jaas.config", jaas,
                        "ssl.enabled.protocols", "TLSv1.3,TLSv1.2"));
        assertThat(kafka.topics()).isEqualTo(List.of("shop.order.*=orders.{type}", "*=other"));
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
        List<String> problems = Given.yaml("""
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
        ServerConfig config = Given.yaml("""
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
}
