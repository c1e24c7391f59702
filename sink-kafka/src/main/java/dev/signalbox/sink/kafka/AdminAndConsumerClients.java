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

/** Makes clients that are no producers, with those of a producer's settings that they know: how to connect, and as whom. */
final class AdminAndConsumerClients {
    /** A producer's interceptors are none of a consumer's. */
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

    /** Reads what transactions have committed. */
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

    /** What nobody knows may be read by a class of the user's own. */
    private static boolean isOnlyForProducers(String key, Set<String> known) {
        return ProducerConfig.configNames().contains(key) && !known.contains(key);
    }
}
