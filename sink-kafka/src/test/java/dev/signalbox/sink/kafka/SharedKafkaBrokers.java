package dev.signalbox.sink.kafka;

import dev.signalbox.embedded.kafka.BrokerOptions;
import dev.signalbox.embedded.kafka.LocalKafka;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;

/** Brokers that all test classes share; they stop with the test process. */
final class SharedKafkaBrokers {
    static final String PASSWORD = "correct-horse";

    private static final AtomicInteger NUMBER = new AtomicInteger();

    private SharedKafkaBrokers() {}

    /** Does not create topics automatically. */
    private static final class PlainBroker {
        static final LocalKafka KAFKA = start(BrokerOptions.DEFAULTS.withoutTopicCreation());
    }

    /** Requires a password, and creates topics on first use. */
    private static final class SecuredBroker {
        static final LocalKafka KAFKA = start(BrokerOptions.DEFAULTS.withLogin("app", PASSWORD));
    }

    static LocalKafka plain() {
        return PlainBroker.KAFKA;
    }

    static LocalKafka secured() {
        return SecuredBroker.KAFKA;
    }

    private static LocalKafka start(BrokerOptions options) {
        try {
            return LocalKafka.start(Files.createTempDirectory("kafka"), options);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Creates a topic with a unique name on the plain broker. */
    static String topic(int partitions, Map<String, String> settings) throws InterruptedException, ExecutionException {
        String topic = "topic-" + NUMBER.incrementAndGet();
        plain().createTopic(topic, partitions, settings);
        return topic;
    }

    /** A cluster whose calls time out after a few seconds. */
    static KafkaClusterSettings hasty(LocalKafka kafka) {
        Map<String, String> client = new HashMap<>(kafka.clientSettings());
        client.remove("bootstrap.servers");
        client.put("delivery.timeout.ms", "2500");
        client.put("request.timeout.ms", "1000");
        return new KafkaClusterSettings("test", kafka.bootstrapServers(), client, Duration.ofMinutes(5));
    }

    /** All records of a topic, partition by partition. */
    static List<ConsumerRecord<String, byte[]>> read(LocalKafka kafka, String topic) {
        return read(kafka, topic, "read_uncommitted");
    }

    /**
     * The same without records of aborted transactions. A commit is answered before Kafka has marked its records, so this waits
     * for the transactions that it meets; none may stay open.
     */
    static List<ConsumerRecord<String, byte[]>> committed(LocalKafka kafka, String topic) {
        return read(kafka, topic, "read_committed");
    }

    private static List<ConsumerRecord<String, byte[]>> read(LocalKafka kafka, String topic, String isolation) {
        Map<TopicPartition, Long> ends = ends(kafka, topic);
        List<ConsumerRecord<String, byte[]>> records = new ArrayList<>();
        try (var consumer = consumer(kafka, isolation)) {
            consumer.assign(ends.keySet());
            consumer.seekToBeginning(ends.keySet());
            ends.forEach((partition, end) -> {
                while (consumer.position(partition) < end) {
                    consumer.poll(Duration.ofMillis(100)).forEach(records::add);
                }
            });
        }
        return records;
    }

    /** Where the partitions end, with the records of open transactions. */
    private static Map<TopicPartition, Long> ends(LocalKafka kafka, String topic) {
        try (var consumer = consumer(kafka, "read_uncommitted")) {
            return consumer.endOffsets(consumer.partitionsFor(topic).stream()
                    .map(info -> new TopicPartition(topic, info.partition()))
                    .toList());
        }
    }

    private static KafkaConsumer<String, byte[]> consumer(LocalKafka kafka, String isolation) {
        Map<String, Object> settings = new HashMap<>(kafka.clientSettings());
        settings.put("isolation.level", isolation);
        return new KafkaConsumer<>(settings, new StringDeserializer(), new ByteArrayDeserializer());
    }
}
