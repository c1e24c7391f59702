package dev.signalbox.sink.kafka;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * How to connect to a cluster.
 *
 * @param bootstrapServers some of its brokers, as {@code host:port,host:port}
 * @param client settings of Kafka's producer by Kafka's names; they override {@link KafkaClients the defaults}
 * @param idleTimeout a producer that is idle for this long is closed, and created again on the next use
 */
public record KafkaClusterSettings(
        String name, String bootstrapServers, Map<String, String> client, Duration idleTimeout) {

    public static final Duration IDLE_TIMEOUT = Duration.ofMinutes(5);

    public KafkaClusterSettings {
        client = Map.copyOf(client);
        ProducerRules.check(name, bootstrapServers, client, idleTimeout);
    }

    public static KafkaClusterSettings of(String name, String bootstrapServers) {
        return new KafkaClusterSettings(name, bootstrapServers, Map.of(), IDLE_TIMEOUT);
    }

    public KafkaClusterSettings withClient(Map<String, String> more) {
        Map<String, String> all = new HashMap<>(client);
        all.putAll(more);
        return new KafkaClusterSettings(name, bootstrapServers, all, idleTimeout);
    }

    public Map<String, Object> producer() {
        return KafkaClients.complete(this);
    }

    /** How long after a call starts a record may leave; a lease must last longer, or another node could send. */
    public Duration longestSend() {
        return BatchSend.TIME_LIMIT.plus(deliveryTimeout());
    }

    Duration deliveryTimeout() {
        return KafkaClients.milliseconds(client, "delivery.timeout.ms");
    }

    Duration maxBlock() {
        return KafkaClients.milliseconds(client, "max.block.ms");
    }

    @Override
    public String toString() {
        Map<String, String> shown = new TreeMap<>(client);
        shown.replaceAll((key, value) -> ClientSecrets.isSecret(key) ? "***" : value);
        return "KafkaClusterSettings[name=" + name + ", bootstrapServers=" + bootstrapServers + ", client=" + shown
                + ", idleTimeout=" + idleTimeout + "]";
    }
}
