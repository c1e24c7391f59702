package dev.signalbox.sink.kafka;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

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

    /** Rejects producer settings that would break the sink's delivery guarantees. */
    static final class ProducerRules {
        /** With one of these settings, a user's class may read settings that Kafka itself does not know. */
        private static final Set<String> PLUG_INS = Set.of(("interceptor.classes metric.reporters partitioner.class"
                        + " security.providers ssl.engine.factory.class sasl.login.class"
                        + " sasl.login.callback.handler.class sasl.client.callback.handler.class"
                        + " sasl.oauthbearer.jwt.retriever.class sasl.oauthbearer.jwt.validator.class")
                .split(" "));

        private ProducerRules() {}

        static void check(String name, String bootstrapServers, Map<String, String> client, Duration idleTimeout) {
            List<String> problems = new ArrayList<>();
            if (bootstrapServers.isBlank()) {
                problems.add("bootstrap-servers is empty: give at least one host:port");
            }
            if (idleTimeout.toMillis() < 1) {
                problems.add("idle-timeout " + idleTimeout + " is not at least 1 ms");
            }
            new TreeMap<>(client).forEach((key, value) -> {
                String problem = problem(key, value.strip());
                if (problem != null) {
                    problems.add(problem);
                }
            });
            unknown(client, problems);
            if (problems.isEmpty()) {
                asKafkaSeesIt(name, bootstrapServers, client, problems);
            }
            if (!problems.isEmpty()) {
                throw new IllegalArgumentException("Kafka cluster " + name + ": " + String.join("; ", problems));
            }
        }

        private static @Nullable String problem(String key, String value) {
            String given = "client." + key + "=" + (ClientSecrets.isSecret(key) ? "***" : value);
            return switch (key) {
                case "key.serializer", "value.serializer" -> given + " is not allowed: payloads are sent as they are";
                case "bootstrap.servers" -> given + " is not allowed: say it with bootstrap-servers";
                case "transactional.id" ->
                    given + " is not allowed: publishers with exactly-once have one of their own each";
                case "enable.idempotence" ->
                    value.toLowerCase(Locale.ROOT).equals("true")
                            ? null
                            : given + " is not allowed: retries would change the order";
                case "acks" ->
                    value.equals("all") || value.equals("-1")
                            ? null
                            : given + " is not allowed: what a broker loses would count as delivered (acks is all)";
                case "retries" -> value.equals("0") ? given + " is not allowed: an idempotent producer retries" : null;
                default -> null;
            };
        }

        private static void unknown(Map<String, String> client, List<String> problems) {
            if (client.keySet().stream().anyMatch(PLUG_INS::contains)) {
                return;
            }
            client.keySet().stream()
                    .filter(key -> !ProducerConfig.configNames().contains(key))
                    .sorted()
                    .forEach(key -> problems.add("client." + key + " is no setting of Kafka's producer"));
        }

        private static void asKafkaSeesIt(
                String name, String bootstrapServers, Map<String, String> client, List<String> problems) {
            try {
                ProducerConfig config = new ProducerConfig(KafkaClients.complete(name, bootstrapServers, client));
                long needed = config.getLong("linger.ms") + config.getInt("request.timeout.ms");
                if (config.getInt("delivery.timeout.ms") < needed) {
                    problems.add("client.delivery.timeout.ms=" + config.getInt("delivery.timeout.ms")
                            + " is less than linger.ms and request.timeout.ms together, which are " + needed);
                }
            } catch (KafkaException e) {
                problems.add(new ClientSecrets(client).mask(String.valueOf(e.getMessage())));
            }
        }
    }

    /** The settings of producers, with the defaults that {@code docs/sinks/kafka.md} explains, and the other clients. */
    static final class KafkaClients {
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
}
