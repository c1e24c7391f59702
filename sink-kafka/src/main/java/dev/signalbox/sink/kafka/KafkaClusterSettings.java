package dev.signalbox.sink.kafka;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.KafkaException;
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
}
