package dev.signalbox.runtime.relays;

import dev.signalbox.core.delivery.DispatcherStatus;
import dev.signalbox.core.relay.Relay;
import dev.signalbox.core.routing.sink.RoutedSink;
import dev.signalbox.core.sink.Sink;
import dev.signalbox.runtime.admin.RelayView;
import dev.signalbox.runtime.config.relay.RelayConfig;
import dev.signalbox.runtime.database.DatabaseMonitor;
import dev.signalbox.runtime.metrics.RelayMonitor;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A relay with its sink, monitor and meters. */
record RunningRelay(RelayConfig config, Relay relay, Sink sink, RelayMonitor monitor) {
    RelayView view(DatabaseMonitor watch) {
        DispatcherStatus status = relay.status();
        return view(config, RelayView.State.of(status), problem(status, watch), status, monitor.ratePerSecond());
    }

    /** The view of a relay that delivers nothing yet, or never. */
    static RelayView view(RelayConfig config, RelayView.State state, @Nullable String problem) {
        return view(config, state, problem, null, 0);
    }

    private static RelayView view(
            RelayConfig config,
            RelayView.State state,
            @Nullable String problem,
            @Nullable DispatcherStatus status,
            double ratePerSecond) {
        return new RelayView(
                config.name(),
                config.source(),
                config.sink(),
                config.outbox().table().toString(),
                config.url().toString(),
                state,
                status == null ? 0 : status.held(),
                status == null ? 0 : status.heldBytes(),
                status == null ? 0 : status.requests(),
                status == null ? 0 : status.waiting(),
                ratePerSecond,
                problem,
                null);
    }

    /** The clusters of its routes that are unavailable. */
    private Optional<String> clustersAway() {
        if (!(sink instanceof RoutedSink routed) || routed.outages().isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new TreeMap<>(routed.outages())
                .entrySet().stream()
                        .map(cluster -> "cluster " + cluster.getKey() + ": " + cluster.getValue())
                        .collect(Collectors.joining("; ")));
    }

    private @Nullable String problem(DispatcherStatus status, DatabaseMonitor watch) {
        if (watch.failure() != null) {
            return watch.failure();
        }
        return status.outage() != null
                ? status.outage()
                : monitor.failure().or(this::clustersAway).orElse(null);
    }
}
