package dev.signalbox.runtime.resources;

import dev.signalbox.core.coordination.Coordinator.CoordinationException;
import dev.signalbox.core.log.exactlyonce.ExactlyOnceSink.TransactionalDestination;
import dev.signalbox.core.publisher.PublisherSink;
import dev.signalbox.core.sink.Sink;
import dev.signalbox.core.sink.Sink.SinkLimits;
import dev.signalbox.core.time.Clock;
import dev.signalbox.runtime.config.ServerConfig;
import dev.signalbox.runtime.config.log.FeedConfig;
import dev.signalbox.runtime.publisher.Plugins;
import dev.signalbox.runtime.publisher.PublisherLookupException;
import dev.signalbox.runtime.publisher.PublisherRegistry;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The destinations of feeds: sinks, built-in publishers and plug-ins. */
public final class FeedSinks implements AutoCloseable {
    private static final Duration PUBLISH_TIMEOUT = Duration.ofSeconds(30);
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(5);
    private static final int LARGEST_BATCH = 1_000;
    private static final long LARGEST_BATCH_BYTES = 32L << 20;

    private final ServerConfig config;
    private final SinkFactories factories;
    private final Plugins plugins;
    private final PublisherRegistry publisherRegistry;
    private final Map<Destination, Sink> destinations = new ConcurrentHashMap<>();
    /** The sources of feeds that deliver exactly once, by the feeds' names in their databases. */
    private final Map<String, String> sourceOfTransactions = new ConcurrentHashMap<>();

    /** Feeds of one log share a destination. A log closes as a whole, so no feed closes what another still uses. */
    private record Destination(String log, String sink, URI url) {}

    /** @throws PublisherLookupException naming the problem of the plug-ins, or the publisher that is missing */
    public FeedSinks(ServerConfig config, SinkFactories factories, Clock clock) {
        this(config, factories, Plugins.in(config.plugins()), clock);
    }

    /** @param plugins are closed with this object, and also if this constructor fails */
    FeedSinks(ServerConfig config, SinkFactories factories, Plugins plugins, Clock clock) {
        this.config = config;
        this.factories = factories;
        this.plugins = plugins;
        try {
            this.publisherRegistry = new PublisherRegistry(plugins.loader(), clock);
        } catch (PublisherLookupException e) {
            plugins.close();
            throw e;
        }
        try {
            config.logs().stream().flatMap(log -> log.feeds().stream()).forEach(this::check);
        } catch (PublisherLookupException e) {
            close();
            throw e;
        }
    }

    private void check(FeedConfig feed) {
        String name = feed.publisher().name();
        if (feed.publisher().kind() != FeedConfig.Publisher.Kind.SINK
                && !publisherRegistry.names().contains(name)) {
            throw new PublisherLookupException(feed.displayName() + ": there is no publisher " + name + " in "
                    + config.plugins().map(Path::toString).orElse("the program") + "; there are "
                    + String.join(", ", publisherRegistry.names()));
        }
    }

    /** Feeds of one log with the same destination share a client, which has its own connections and thread. */
    public Sink sink(FeedConfig feed) {
        return feed.publisher().kind() == FeedConfig.Publisher.Kind.SINK
                ? destinations.computeIfAbsent(
                        new Destination(
                                feed.log(), feed.publisher().name(), feed.url().orElseThrow()),
                        place -> factories.open(place.sink(), place.url()))
                : new PublisherSink(
                        publisherRegistry.publisher(feed.publisher().name(), feed.topic()),
                        new SinkLimits(Math.min(feed.buffer().perFetch(), LARGEST_BATCH), LARGEST_BATCH_BYTES),
                        PUBLISH_TIMEOUT);
    }

    /**
     * @param source the source of the feed's log
     * @param name the name of the feed in its database, the same on all nodes
     * @throws CoordinationException if a feed of another source has this name, which shows only when tables are looked up
     */
    public TransactionalDestination transactions(FeedConfig feed, String source, String name)
            throws CoordinationException {
        String other = sourceOfTransactions.putIfAbsent(name, source);
        if (other != null && !other.equals(source)) {
            throw new CoordinationException("the feed " + feed.displayName()
                    + " has the same transactional.id as one of the source " + other
                    + ": publish one of them by another sink (a second one for the same cluster, with another name)");
        }
        return factories.transactions(feed.publisher().name(), name);
    }

    /** The longest wait that the destination may request. */
    public Duration retryAfterCap(FeedConfig feed) {
        return feed.publisher().kind() == FeedConfig.Publisher.Kind.SINK
                ? config.sink(feed.publisher().name()).retryAfterCap()
                : LONGEST_PAUSE;
    }

    /** Closes the class loader last, because publishers may load more classes while they close. */
    @Override
    public void close() {
        publisherRegistry.close();
        plugins.close();
    }
}
