package dev.signalbox.runtime.sink.kafka;

import dev.signalbox.runtime.settings.InsecureTransport;
import dev.signalbox.runtime.sink.SinkConfig;
import dev.signalbox.runtime.sink.SinkType;
import dev.signalbox.sink.kafka.KafkaClusterSettings;
import dev.signalbox.sink.kafka.KafkaSinkSettings;
import dev.signalbox.sink.kafka.KafkaTransactions.TransactionSettings;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A Kafka cluster.
 *
 * @param transactions for feeds that deliver exactly once; its id is the prefix of every {@code transactional.id}
 */
public record KafkaConfig(
        Common common, KafkaClusterSettings cluster, KafkaSinkSettings sink, TransactionSettings transactions)
        implements SinkConfig {
    @Override
    public SinkType type() {
        return KafkaSinkType.INSTANCE;
    }

    @Override
    public Duration longestSend() {
        return cluster.longestSend();
    }

    @Override
    public URI address(Optional<String> path) {
        return URI.create("kafka://" + cluster.bootstrapServers());
    }

    @Override
    public Set<String> reservedNames() {
        return Set.of(transactions.cursorTopic());
    }

    @Override
    public List<String> warnings() {
        List<String> open = sink.openTemplates();
        return open.isEmpty() || !sink.access().allowed().isEmpty()
                ? List.of()
                : List.of("the sink " + name() + " sends to the topic " + String.join(" or ", open)
                        + ": who may insert messages chooses any topic; limit them by "
                        + KafkaSinkType.ALLOWED_TOPICS.keyFor(name()));
    }

    @Override
    public Optional<InsecureTransport> insecureTransport() {
        return KafkaTransport.of(cluster);
    }

    @Override
    public SinkFactory factory(SinkEnvironment environment) {
        return new KafkaSinkFactory(this, environment);
    }
}
