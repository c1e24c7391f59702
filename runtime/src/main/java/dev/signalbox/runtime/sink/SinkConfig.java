package dev.signalbox.runtime.sink;

import dev.signalbox.core.log.exactlyonce.ExactlyOnceSink.TransactionalDestination;
import dev.signalbox.core.sink.Sink;
import dev.signalbox.core.sink.Sink.SinkLimits;
import dev.signalbox.core.time.Clock;
import dev.signalbox.runtime.settings.InsecureTransport;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The configuration of one sink. Each type has its own implementation. */
public interface SinkConfig {
    SinkType type();

    /** The settings that all sinks have. */
    Common common();

    /** The longest time that one call may take. */
    Duration longestSend();

    /**
     * Where messages go, as operators see it.
     *
     * @param path the path that a relay or publisher sets; only types with {@link SinkType.SinkCapability#PATH} use it
     */
    URI address(Optional<String> path);

    /** Names at its destination that no message may choose, whichever sink it goes to. */
    default Set<String> reservedNames() {
        return Set.of();
    }

    /** What is allowed but probably not intended. */
    default List<String> warnings() {
        return List.of();
    }

    /** What is probably not intended if the messages of an outbox go to it. Those of a log have their positions. */
    default List<String> outboxWarnings() {
        return List.of();
    }

    /** Creates the factory of its sinks. It is called once for each sink, so that relays share what the factory keeps. */
    SinkFactory factory(SinkEnvironment environment);

    /** How its credentials travel, if that is not safe. */
    Optional<InsecureTransport> insecureTransport();

    default String name() {
        return common().name();
    }

    default Limits limits() {
        return common().limits();
    }

    /** The longest wait that the destination may request. */
    default Duration retryAfterCap() {
        return common().retryAfterCap();
    }

    /**
     * The settings that all sinks have.
     *
     * @param retryAfterCap the longest wait that the destination may request
     */
    record Common(String name, Limits limits, Duration retryAfterCap) {}

    /** The limits of batches and concurrent requests. */
    record Limits(int batchSize, long batchBytes, int maxConcurrentRequests) {
        /** The limits of one call. */
        public SinkLimits batch() {
            return new SinkLimits(batchSize, batchBytes);
        }
    }

    /**
     * What a sink needs from the program that opens it.
     *
     * @param shortestLease the shortest time after which another node may take over deliveries to the sink
     * @param reservedNames the {@link #reservedNames()} of all sinks
     */
    record SinkEnvironment(Clock clock, Duration shortestLease, Set<String> reservedNames) {}

    /** Opens the sinks of one configured destination, which may share connections. */
    interface SinkFactory {
        /**
         * Opens a sink for one relay, or for the feeds of one log.
         *
         * @param address the destination's URL with the path of the relay or publisher
         */
        Sink open(URI address);
    }

    /** The factory of sinks with {@link SinkType.SinkCapability#EXACTLY_ONCE}. */
    interface TransactionalSinkFactory extends SinkFactory {
        /**
         * Opens the transactional destination of one feed.
         *
         * @param feed the name of the feed, the same on all nodes
         */
        TransactionalDestination transactions(String feed);
    }
}
