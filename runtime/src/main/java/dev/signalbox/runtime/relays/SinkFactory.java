package dev.signalbox.runtime.relays;

import dev.signalbox.core.log.exactlyonce.TransactionalDestination;
import dev.signalbox.core.routing.ClusterBacklog;
import dev.signalbox.core.routing.DeliveryLedger;
import dev.signalbox.core.routing.Routes;
import dev.signalbox.core.routing.sink.RoutedSink;
import dev.signalbox.core.sink.Sink;
import dev.signalbox.core.sink.SinkLimits;
import dev.signalbox.core.time.Clock;
import dev.signalbox.runtime.config.KafkaConfig;
import dev.signalbox.runtime.config.RabbitConfig;
import dev.signalbox.runtime.config.RabbitConfigMapping;
import dev.signalbox.runtime.config.RelayConfig;
import dev.signalbox.runtime.config.Secret;
import dev.signalbox.runtime.config.ServerConfig;
import dev.signalbox.runtime.config.SinkConfig;
import dev.signalbox.sink.http.HttpSink;
import dev.signalbox.sink.http.HttpSinkSettings;
import dev.signalbox.sink.kafka.CloudEvents;
import dev.signalbox.sink.kafka.KafkaCluster;
import dev.signalbox.sink.kafka.KafkaClusterSettings;
import dev.signalbox.sink.kafka.KafkaSink;
import dev.signalbox.sink.kafka.KafkaSinkSettings;
import dev.signalbox.sink.kafka.KafkaTransactions;
import dev.signalbox.sink.kafka.TransactionSettings;
import dev.signalbox.sink.rabbitmq.RabbitSink;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Opens destinations. Whatever goes to one Kafka cluster shares its producer; to RabbitMQ each relay has its own connection. */
final class SinkFactory {
    private static final String DELIVERY_TIMEOUT = "delivery.timeout.ms";
    private static final String REQUEST_TIMEOUT = "request.timeout.ms";
    /** How long messages of one cluster wait for the answer of another. */
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private static final Duration LONGEST_DELIVERY = Duration.ofSeconds(8);
    private static final Duration SHORTEST_DELIVERY = Duration.ofSeconds(1);

    private final ServerConfig config;
    private final Clock clock;
    private final Map<String, KafkaCluster> clusters = new ConcurrentHashMap<>();

    SinkFactory(ServerConfig config, Clock clock) {
        this.config = config;
        this.clock = clock;
    }

    /** @param url where an HTTP sink posts to */
    Sink open(String name, URI url) {
        SinkConfig sink = config.sink(name);
        return switch (sink.type()) {
            case HTTP -> new HttpSink(http(url, sink), InstantSource.system());
            case KAFKA -> kafka(sink, sink.kafka().orElseThrow());
            case RABBITMQ -> {
                RabbitConfig rabbit = sink.rabbit().orElseThrow();
                yield new RabbitSink(
                        RabbitConfigMapping.broker(name, rabbit), RabbitConfigMapping.sink(sink, rabbit), clock);
            }
        };
    }

    private static HttpSinkSettings http(URI url, SinkConfig sink) {
        return HttpSinkSettings.builder(url)
                .bearerToken(sink.token().map(Secret::value).orElse(null))
                .connectTimeout(sink.timeouts().connect())
                .requestTimeout(sink.timeouts().request())
                .totalDeadline(sink.timeouts().total())
                .retryAfterCap(sink.timeouts().retryAfterCap())
                .maxMessages(sink.limits().batchSize())
                .maxBytes(sink.limits().batchBytes())
                .maxResponseBytes(Math.toIntExact(sink.limits().maxResponseBytes()))
                .build();
    }

    /** All clusters that a relay's routes name. */
    RoutedSink routed(RelayConfig relay, DeliveryLedger ledger, Optional<ClusterBacklog> clusterBacklog) {
        Routes routes = new Routes(relay.routes());
        Map<String, Sink> sinks = new HashMap<>();
        routes.clusters().forEach(cluster -> sinks.put(cluster, open(cluster, relay.url())));
        return new RoutedSink(
                new RoutedSink.Components(relay.name(), routes, sinks, ledger, clusterBacklog, PATIENCE, clock));
    }

    /**
     * For one pair, which has a producer of its own: that one has one transaction at a time.
     *
     * @param pair what it is called, the same on all nodes
     */
    TransactionalDestination transactions(String name, String pair) {
        SinkConfig sink = config.sink(name);
        KafkaConfig kafka = sink.kafka().orElseThrow();
        // What leaves after its lease is over is part of a transaction that cannot end well: it need not be given up
        // early.
        return new KafkaTransactions(
                new KafkaClusterSettings(name, kafka.bootstrapServers(), kafka.client(), kafka.idleTimeout()),
                settings(sink, kafka),
                new TransactionSettings(
                        kafka.transactions().idPrefix() + "." + pair,
                        kafka.transactions().cursorTopic()),
                clock);
    }

    private Sink kafka(SinkConfig sink, KafkaConfig kafka) {
        KafkaCluster cluster = clusters.computeIfAbsent(sink.name(), name -> cluster(name, kafka));
        return new KafkaSink(cluster, settings(sink, kafka));
    }

    private KafkaCluster cluster(String name, KafkaConfig kafka) {
        return new KafkaCluster(
                new KafkaClusterSettings(name, kafka.bootstrapServers(), client(name, kafka), kafka.idleTimeout()),
                clock);
    }

    /** A record must not leave when the lease under which it was sent has gone to another node. */
    private Map<String, String> client(String name, KafkaConfig kafka) {
        Map<String, String> client = new HashMap<>(kafka.client());
        if (!client.containsKey(DELIVERY_TIMEOUT) && !client.containsKey(REQUEST_TIMEOUT)) {
            Duration most = config.shortestLease(name).multipliedBy(4).dividedBy(5);
            Duration delivery =
                    Collections.min(List.of(LONGEST_DELIVERY, Collections.max(List.of(SHORTEST_DELIVERY, most))));
            client.put(DELIVERY_TIMEOUT, Long.toString(delivery.toMillis()));
            client.put(REQUEST_TIMEOUT, Long.toString(delivery.toMillis() / 2));
        }
        return client;
    }

    private static KafkaSinkSettings settings(SinkConfig sink, KafkaConfig kafka) {
        KafkaSinkSettings settings = KafkaSinkSettings.DEFAULTS
                .withTopic(kafka.topic())
                .withKey(
                        switch (kafka.key()) {
                            case GROUP -> KafkaSinkSettings.RecordKey.GROUP;
                            case ID -> KafkaSinkSettings.RecordKey.ID;
                        })
                .withEventHeaders(kafka.eventHeaders())
                .withCloudEvents(kafka.cloudEventsSource()
                        .map(source -> new CloudEvents(source, kafka.cloudEventsContentType()))
                        .orElse(null))
                .withLimits(
                        new SinkLimits(sink.limits().batchSize(), sink.limits().batchBytes()));
        for (String rule : kafka.topics()) {
            int equals = rule.indexOf('=');
            settings = settings.withRule(
                    rule.substring(0, equals).strip(),
                    rule.substring(equals + 1).strip());
        }
        return settings;
    }
}
