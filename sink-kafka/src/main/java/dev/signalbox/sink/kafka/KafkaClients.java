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
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** The settings of producers, with the defaults that {@code docs/sinks/kafka.md} explains, and the other clients. */
final class KafkaClients {
    /** A producer's interceptors do not work in a consumer. */
    private static final String INTERCEPTORS = "interceptor.classes";

    private static final Map<String, String> DEFAULTS = Map.ofEntries(
            Map.entry("linger.ms", "2"),
            Map.entry("batch.size", Integer.toString(64 << 10)),
            Map.entry("compression.type", "lz4"),
            Map.entry("max.in.flight.requests.per.connection", "5"),
            Map.entry("delivery.timeout.ms", "8000"),
            Map.entry("request.timeout.ms", "4000"),
            Map.entry("max.block.ms", "2000"),
            Map.entry("buffer.memory", Integer.toString(32 << 20)),
            Map.entry("socket.connection.setup.timeout.ms", "2000"),
            Map.entry("socket.connection.setup.timeout.max.ms", "4000"),
            Map.entry("reconnect.backoff.max.ms", "1000"),
            Map.entry("enable.metrics.push", "false"),
            Map.entry("metric.reporters", ""));

    private KafkaClients() {}

    static Map<String, Object> complete(KafkaClusterSettings settings) {
        return complete(settings.name(), settings.bootstrapServers(), settings.client());
    }

    /** All settings for a transactional producer; it may wait longer, since only its own feed waits for it. */
    static Map<String, Object> transactional(KafkaClusterSettings settings, String id) {
        Map<String, Object> all = complete(settings);
        all.put("client.id", all.get("client.id") + "-" + id);
        all.put("transactional.id", id);
        all.putIfAbsent("transaction.timeout.ms", "15000");
        all.put("max.block.ms", settings.client().getOrDefault("max.block.ms", "5000"));
        return all;
    }

    static Map<String, Object> complete(String name, String bootstrapServers, Map<String, String> client) {
        Map<String, Object> all = new HashMap<>(DEFAULTS);
        all.put("client.id", "signalbox-" + name);
        all.putAll(client);
        all.put("bootstrap.servers", bootstrapServers);
        all.put("acks", "all");
        all.put("enable.idempotence", "true");
        all.put("key.serializer", ByteArraySerializer.class);
        all.put("value.serializer", ByteArraySerializer.class);
        return all;
    }

    static Duration milliseconds(Map<String, String> client, String key) {
        String value = client.getOrDefault(key, DEFAULTS.getOrDefault(key, "0"));
        return Duration.ofMillis(Long.parseLong(value.strip()));
    }

    /** The clients use the producer settings that apply to them: connection and authentication. */
    static Admin admin(KafkaClusterSettings settings, Duration patience) {
        Map<String, Object> all = common(settings, AdminClientConfig.configNames());
        all.put("default.api.timeout.ms", String.valueOf(patience.toMillis()));
        all.put("request.timeout.ms", String.valueOf(patience.toMillis()));
        return Admin.create(all);
    }

    /** Reads committed records only. */
    static Consumer<byte[], byte[]> consumer(KafkaClusterSettings settings) {
        Map<String, Object> all = common(settings, ConsumerConfig.configNames());
        all.put("isolation.level", "read_committed");
        all.put("enable.auto.commit", "false");
        all.put("auto.offset.reset", "none");
        all.put("allow.auto.create.topics", "false");
        all.put("key.deserializer", ByteArrayDeserializer.class);
        all.put("value.deserializer", ByteArrayDeserializer.class);
        return new KafkaConsumer<>(all);
    }

    /** Keys that Kafka does not know are kept: a user's class may read them. */
    private static Map<String, Object> common(KafkaClusterSettings settings, Set<String> known) {
        Map<String, Object> all = complete(settings);
        all.keySet()
                .removeIf(key -> key.equals(INTERCEPTORS)
                        || (ProducerConfig.configNames().contains(key) && !known.contains(key)));
        return all;
    }
}
