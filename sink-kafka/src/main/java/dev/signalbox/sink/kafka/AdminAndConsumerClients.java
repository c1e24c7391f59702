package dev.signalbox.sink.kafka;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Creates admin and consumer clients from the producer settings that apply to them: connection and authentication. */
final class AdminAndConsumerClients {
    /** A producer's interceptors do not work in a consumer. */
    private static final String INTERCEPTORS = "interceptor.classes";

    private final KafkaClusterSettings settings;

    AdminAndConsumerClients(KafkaClusterSettings settings) {
        this.settings = settings;
    }

    Admin admin(Duration patience) {
        Map<String, Object> all = common(AdminClientConfig.configNames());
        all.put("default.api.timeout.ms", String.valueOf(patience.toMillis()));
        all.put("request.timeout.ms", String.valueOf(patience.toMillis()));
        return Admin.create(all);
    }

    /** Reads committed records only. */
    Consumer<byte[], byte[]> consumer() {
        Map<String, Object> all = common(ConsumerConfig.configNames());
        all.put("isolation.level", "read_committed");
        all.put("enable.auto.commit", "false");
        all.put("auto.offset.reset", "none");
        all.put("allow.auto.create.topics", "false");
        all.put("key.deserializer", ByteArrayDeserializer.class);
        all.put("value.deserializer", ByteArrayDeserializer.class);
        return new KafkaConsumer<>(all);
    }

    private Map<String, Object> common(Set<String> known) {
        Map<String, Object> all = new HashMap<>(ProducerDefaults.complete(settings));
        all.keySet().removeIf(key -> key.equals(INTERCEPTORS) || isOnlyForProducers(key, known));
        return all;
    }

    /** Keys that Kafka does not know are kept: a user's class may read them. */
    private static boolean isOnlyForProducers(String key, Set<String> known) {
        return ProducerConfig.configNames().contains(key) && !known.contains(key);
    }
}
