package dev.signalbox.runtime.config;

import dev.signalbox.core.routing.Route;
import dev.signalbox.core.routing.Routes;
import dev.signalbox.core.routing.TypePattern;
import java.net.URI;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * One path from an outbox table to a destination.
 *
 * @param followUpOf the relay with routes for which it delivers what a cluster lacks
 * @param sink where messages go; with routes one of their clusters
 * @param routes which types go where, in the order in which they are tried; none if all go to the sink
 * @param url the whole address that batches are posted to
 * @param maxRetries how often a message is tried again after its first attempt
 * @param dryRun whether it only shows what it would send
 */
public record RelayConfig(
        String name,
        Optional<String> followUpOf,
        String source,
        String sink,
        Map<TypePattern, Route> routes,
        URI url,
        OutboxConfig outbox,
        Ordering ordering,
        OnExhausted onExhausted,
        int maxRetries,
        Retry retry,
        Buffer buffer,
        Poll poll,
        int maxConcurrentRequests,
        boolean dryRun) {
    public RelayConfig {
        routes = Collections.unmodifiableMap(new LinkedHashMap<>(routes));
    }

    /** A relay that delivers. */
    RelayConfig(
            String name,
            Optional<String> followUpOf,
            String source,
            String sink,
            Map<TypePattern, Route> routes,
            URI url,
            OutboxConfig outbox,
            Ordering ordering,
            OnExhausted onExhausted,
            int maxRetries,
            Retry retry,
            Buffer buffer,
            Poll poll,
            int maxConcurrentRequests) {
        this(
                name,
                followUpOf,
                source,
                sink,
                routes,
                url,
                outbox,
                ordering,
                onExhausted,
                maxRetries,
                retry,
                buffer,
                poll,
                maxConcurrentRequests,
                false);
    }

    /** The same for another table. */
    public RelayConfig with(OutboxConfig other) {
        return new RelayConfig(
                name,
                followUpOf,
                source,
                sink,
                routes,
                url,
                other,
                ordering,
                onExhausted,
                maxRetries,
                retry,
                buffer,
                poll,
                maxConcurrentRequests,
                dryRun);
    }

    /** All sinks that messages go to. */
    public Set<String> sinks() {
        return routes.isEmpty() ? Set.of(sink) : new Routes(routes).clusters();
    }

    /** What a failing message means for those behind it in its group. */
    public enum Ordering {
        /** They wait. */
        BLOCK,
        /** They go on; the failed one comes again later. */
        SKIP,
        /** There is no order. */
        NONE
    }

    /** What follows when the last attempt has failed. */
    public enum OnExhausted {
        /** The message is failed and its group goes on. */
        CONTINUE,
        /** The group stays held until an operator decides. */
        HOLD
    }

    /** When to try again: a delay that grows, with a random part. */
    public record Retry(Duration initialDelay, double multiplier, Duration maxDelay, double jitter) {}

    /** How much may be held in memory. */
    public record Buffer(int messages, long bytes) {}

    /** How often to look, and how much to take. */
    public record Poll(Duration interval, int batchSize, IdleBackoff idleBackoff) {}

    /**
     * How looking slows down while there is nothing.
     *
     * @param threshold after so many empty looks
     */
    public record IdleBackoff(int threshold, double multiplier, Duration max) {
        /** No slowing down: the poll interval is the longest wait. */
        static IdleBackoff none(Duration interval) {
            return new IdleBackoff(1, 1, interval);
        }
    }
}
