package dev.signalbox.runtime.config.relay;

import dev.signalbox.core.delivery.DispatcherSettings;
import dev.signalbox.core.delivery.Ordering;
import dev.signalbox.core.delivery.PollSchedule;
import dev.signalbox.core.delivery.RetryPolicy;
import dev.signalbox.core.message.Glob;
import dev.signalbox.core.routing.Routes;
import dev.signalbox.core.routing.Routes.Route;
import dev.signalbox.core.sink.Sink.SinkLimits;
import dev.signalbox.runtime.settings.Durations;
import java.net.URI;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * One relay: an outbox table, a sink, and the settings between them.
 *
 * @param followUpOf the relay whose cluster backlog this one delivers
 * @param sink where messages go; with routes, one of their clusters
 * @param routes which types go where, in the order in which they are tried; empty if all go to the sink
 * @param url the full URL that batches are posted to
 * @param dryRun whether it only shows what it would send
 */
public record RelayConfig(
        String name,
        Optional<String> followUpOf,
        String source,
        String sink,
        Map<Glob, Route> routes,
        URI url,
        OutboxConfig outbox,
        RetryPolicy retry,
        DispatcherSettings.Buffer buffer,
        PollSchedule.Settings pace,
        int maxConcurrentRequests,
        boolean dryRun) {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    public RelayConfig {
        routes = Collections.unmodifiableMap(new LinkedHashMap<>(routes));
    }

    /** This relay with another table. */
    public RelayConfig with(OutboxConfig other) {
        return new RelayConfig(
                name, followUpOf, source, sink, routes, url, other, retry, buffer, pace, maxConcurrentRequests, dryRun);
    }

    /** All sinks that messages go to. */
    public Set<String> sinks() {
        return routes.isEmpty() ? Set.of(sink) : new Routes(routes).clusters();
    }

    public Ordering ordering() {
        return outbox.settings().ordering();
    }

    /** Whether a group is held for an operator when one of its messages is dead-lettered. */
    public boolean holdExhausted() {
        return outbox.settings().holdExhausted();
    }

    /** The settings of its dispatcher, within the limits of its sink. */
    public DispatcherSettings dispatcher(SinkLimits limits, Duration retryAfterCap) {
        return new DispatcherSettings(
                ordering(),
                holdExhausted(),
                retry,
                limits,
                maxConcurrentRequests,
                buffer,
                pace,
                retryAfterCap,
                new DispatcherSettings.Maintenance(recoverEvery(), sweepEvery()));
    }

    private Duration recoverEvery() {
        return Durations.shorter(outbox.settings().processingTimeout().dividedBy(3), MINUTE);
    }

    private Duration sweepEvery() {
        return outbox.settings()
                .retention()
                .stay()
                .map(time -> Durations.longer(Durations.shorter(time, MINUTE), Duration.ofSeconds(1)))
                .orElse(Duration.ZERO);
    }
}
