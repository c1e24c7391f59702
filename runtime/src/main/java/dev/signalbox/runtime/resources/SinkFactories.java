package dev.signalbox.runtime.resources;

import dev.signalbox.core.log.exactlyonce.ExactlyOnceSink.TransactionalDestination;
import dev.signalbox.core.routing.Routes;
import dev.signalbox.core.routing.sink.RoutedSink;
import dev.signalbox.core.routing.sink.RoutedSink.ClusterBacklog;
import dev.signalbox.core.routing.sink.RoutedSink.DeliveryLedger;
import dev.signalbox.core.sink.Sink;
import dev.signalbox.core.time.Clock;
import dev.signalbox.runtime.config.ServerConfig;
import dev.signalbox.runtime.config.relay.RelayConfig;
import dev.signalbox.runtime.sink.SinkConfig.SinkEnvironment;
import dev.signalbox.runtime.sink.SinkConfig.SinkFactory;
import dev.signalbox.runtime.sink.SinkConfig.TransactionalSinkFactory;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** Opens destinations. All relays and feeds of one sink share its factory. */
public final class SinkFactories {
    /** How long messages of one cluster wait for the outcome of another. */
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private final ServerConfig config;
    private final Clock clock;
    private final Map<String, SinkFactory> factories = new ConcurrentHashMap<>();

    public SinkFactories(ServerConfig config, Clock clock) {
        this.config = config;
        this.clock = clock;
    }

    /** @param url the sink's URL with the path of the relay or publisher */
    public Sink open(String name, URI url) {
        return factory(name).open(url);
    }

    /** A sink for all clusters that a relay's routes name. */
    public RoutedSink routed(RelayConfig relay, DeliveryLedger ledger, Optional<ClusterBacklog> clusterBacklog) {
        Routes routes = new Routes(relay.routes());
        Map<String, Sink> sinks = new HashMap<>();
        routes.clusters().forEach(cluster -> sinks.put(cluster, open(cluster, relay.url())));
        return new RoutedSink(
                new RoutedSink.Components(relay.name(), routes, sinks, ledger, clusterBacklog, PATIENCE, clock));
    }

    /**
     * The destination of one feed that delivers exactly once.
     *
     * @param feed the name of the feed, the same on all nodes
     */
    TransactionalDestination transactions(String name, String feed) {
        if (factory(name) instanceof TransactionalSinkFactory transactional) {
            return transactional.transactions(feed);
        }
        throw new IllegalArgumentException("the sink " + name + " has no transactions");
    }

    private SinkFactory factory(String name) {
        return factories.computeIfAbsent(
                name,
                it -> config.sink(it).factory(new SinkEnvironment(clock, config.shortestLease(it), reservedNames())));
    }

    private Set<String> reservedNames() {
        return config.sinks().values().stream()
                .flatMap(sink -> sink.reservedNames().stream())
                .collect(Collectors.toSet());
    }
}
