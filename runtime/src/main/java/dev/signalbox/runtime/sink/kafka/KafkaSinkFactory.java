package dev.signalbox.runtime.sink.kafka;

import dev.signalbox.core.log.exactlyonce.ExactlyOnceSink.TransactionalDestination;
import dev.signalbox.core.sink.Sink;
import dev.signalbox.runtime.sink.SinkConfig.SinkEnvironment;
import dev.signalbox.runtime.sink.SinkConfig.TransactionalSinkFactory;
import dev.signalbox.sink.kafka.KafkaCluster;
import dev.signalbox.sink.kafka.KafkaSink;
import dev.signalbox.sink.kafka.KafkaSinkSettings;
import dev.signalbox.sink.kafka.KafkaTransactions;
import dev.signalbox.sink.kafka.KafkaTransactions.TransactionSettings;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Opens the sinks of one Kafka cluster, which share a producer; each transactional feed has its own. */
final class KafkaSinkFactory implements TransactionalSinkFactory {
    private static final String DELIVERY_TIMEOUT = "delivery.timeout.ms";
    private static final String REQUEST_TIMEOUT = "request.timeout.ms";
    private static final Duration LONGEST_DELIVERY = Duration.ofSeconds(8);
    private static final Duration SHORTEST_DELIVERY = Duration.ofSeconds(1);

    private final KafkaConfig config;
    private final KafkaSinkSettings settings;
    private final SinkEnvironment environment;
    private @Nullable KafkaCluster shared;

    KafkaSinkFactory(KafkaConfig config, SinkEnvironment environment) {
        this.config = config;
        this.settings = config.sink().reserving(environment.reservedNames());
        this.environment = environment;
    }

    @Override
    public Sink open(URI address) {
        return new KafkaSink(cluster(), settings);
    }

    /** Not shared, because a producer has one transaction at a time. */
    @Override
    public TransactionalDestination transactions(String feed) {
        // A record that leaves after the lease expired is part of a transaction that cannot commit, so it needs no
        // shorter delivery timeout.
        return new KafkaTransactions(
                config.cluster(),
                settings,
                new TransactionSettings(
                        config.transactions().id() + "." + feed,
                        config.transactions().cursorTopic()),
                environment.clock());
    }

    private synchronized KafkaCluster cluster() {
        KafkaCluster cluster = shared;
        if (cluster == null) {
            cluster = new KafkaCluster(config.cluster().withClient(clientWithinLease()), environment.clock());
            shared = cluster;
        }
        return cluster;
    }

    /** A record must not be sent after its lease has passed to another node. */
    private Map<String, String> clientWithinLease() {
        Map<String, String> client = config.cluster().client();
        if (client.containsKey(DELIVERY_TIMEOUT) || client.containsKey(REQUEST_TIMEOUT)) {
            return Map.of();
        }
        long most = environment.shortestLease().toMillis() * 4 / 5;
        long delivery = Math.clamp(most, SHORTEST_DELIVERY.toMillis(), LONGEST_DELIVERY.toMillis());
        return Map.of(DELIVERY_TIMEOUT, Long.toString(delivery), REQUEST_TIMEOUT, Long.toString(delivery / 2));
    }
}
