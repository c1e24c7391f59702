package dev.signalbox.sink.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class KafkaClusterSettingsTest {
    private static final KafkaClusterSettings PLAIN = KafkaClusterSettings.of("events", "broker:9092");

    @Test
    void allThatBreaksAPromiseIsRefusedInOneMessage() {
        assertThatThrownBy(() -> PLAIN.withClient(Map.of(
                        "enable.idempotence", "false",
                        "acks", "1",
                        "retries", "0",
                        "transactional.id", "t",
                        "value.serializer", "x",
                        "bootstrap.servers", "other:9092",
                        "compresion.type", "lz4")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll(
                        "Kafka cluster events",
                        "client.enable.idempotence=false",
                        "client.acks=1",
                        "client.retries=0",
                        "client.transactional.id=t",
                        "client.value.serializer=x",
                        "client.bootstrap.servers=other:9092",
                        "client.compresion.type is no setting");
    }

    @Test
    void whatKeepsThePromisesIsAllowed() {
        KafkaClusterSettings settings = PLAIN.withClient(Map.of(
                "enable.idempotence",
                "true",
                "acks",
                "-1",
                "retries",
                "5",
                "security.protocol",
                "SSL",
                "linger.ms",
                "20"));

        assertThat(settings.client()).containsEntry("linger.ms", "20");
    }

    @Test
    void aPluggedInClassMayHaveSettingsOfItsOwn() {
        assertThat(PLAIN.withClient(Map.of("interceptor.classes", "", "my.interceptor.name", "x"))
                        .client())
                .containsKey("my.interceptor.name");
    }

    @Test
    void valuesThatKafkaWouldRefuseAreRefusedAtOnce() {
        assertThatThrownBy(() -> PLAIN.withClient(Map.of("linger.ms", "soon"))).hasMessageContaining("linger.ms");
        assertThatThrownBy(() -> PLAIN.withClient(Map.of("delivery.timeout.ms", "1000")))
                .hasMessageContaining("client.delivery.timeout.ms=1000");
        assertThatThrownBy(() -> KafkaClusterSettings.of("events", " ")).hasMessageContaining("bootstrap-servers");
        assertThatThrownBy(() -> new KafkaClusterSettings("c", "host:1", Map.of(), Duration.ZERO))
                .hasMessageContaining("idle-timeout");
    }

    @Test
    void aRecordLeavesWithinTheLeaseOfItsNode() {
        assertThat(PLAIN.longestSend()).isEqualTo(Duration.ofSeconds(10));
    }

    @Test
    void secretsAreNotShown() {
        Map<String, String> client = Map.of(
                "ssl.keystore.password", "store-secret",
                "sasl.jaas.config",
                        "x.PlainLoginModule required username=\"app\" password=\"s3cr et\" token='t-oken';");
        ClientSecrets clientSecrets = new ClientSecrets(client);

        assertThat(clientSecrets.word("app tried s3cr et, t-oken and\nstore-secret"))
                .isEqualTo("app tried ***, *** and\\u000a***");
        assertThat(PLAIN.withClient(Map.of("ssl.keystore.password", "store-secret"))
                        .toString())
                .contains("ssl.keystore.password=***")
                .doesNotContain("store-secret");
    }
}
