package dev.signalbox.embedded.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.signalbox.embedded.process.ProcessExit;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The tests of the Kafka sink also start, kill and stop brokers in every run. */
@Tag("slow")
@Timeout(90)
class LocalKafkaTest {
    @TempDir
    private Path folder;

    @Test
    void keepsItsDataAndPortWhenItIsKilledAndStartedAgain() throws Exception {
        try (LocalKafka kafka = LocalKafka.start(folder)) {
            String address = kafka.bootstrapServers();
            send(kafka, "before");
            long killed = kafka.pid();
            kafka.kill();
            assertThat(ProcessHandle.of(killed).filter(ProcessHandle::isAlive)).isEmpty();

            kafka.restart();
            send(kafka, "after");

            assertThat(kafka.bootstrapServers()).isEqualTo(address);
            assertThat(values(kafka)).containsExactly("before", "after");
        }
    }

    @Test
    void saysWhyItDoesNotStart() {
        BrokerOptions wrong = BrokerOptions.DEFAULTS.withProperty("num.io.threads", "many");

        assertThatThrownBy(() -> LocalKafka.start(folder, wrong))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("broker.log")
                .hasMessageContaining("num.io.threads");
    }

    @Test
    void endsWithTheProcessThatStartedItHoweverThatOneDied() throws Exception {
        Process parent = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        HoldKafka.class.getName(),
                        folder.toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        long broker = Long.parseLong(parent.inputReader(StandardCharsets.UTF_8).readLine());
        assertThat(ProcessHandle.of(broker)).isPresent();

        parent.destroyForcibly();

        await().until(() -> ProcessHandle.of(broker).stream().allMatch(ProcessExit::hasEnded));
    }

    private static void send(LocalKafka kafka, String value) throws Exception {
        try (var producer = new KafkaProducer<>(settings(kafka), new StringSerializer(), new StringSerializer())) {
            producer.send(new ProducerRecord<>("things", value)).get(20, TimeUnit.SECONDS);
        }
    }

    private static List<String> values(LocalKafka kafka) {
        TopicPartition partition = new TopicPartition("things", 0);
        try (var consumer = new KafkaConsumer<>(settings(kafka), new StringDeserializer(), new StringDeserializer())) {
            consumer.assign(List.of(partition));
            consumer.seekToBeginning(List.of(partition));
            long end = consumer.endOffsets(List.of(partition)).getOrDefault(partition, 0L);
            List<String> values = new ArrayList<>();
            while (consumer.position(partition) < end) {
                consumer.poll(Duration.ofMillis(100)).forEach(record -> values.add(record.value()));
            }
            return values;
        }
    }

    private static Map<String, Object> settings(LocalKafka kafka) {
        return new HashMap<>(kafka.clientSettings());
    }
}
