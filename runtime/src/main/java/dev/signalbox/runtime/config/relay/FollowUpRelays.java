package dev.signalbox.runtime.config.relay;

import dev.signalbox.core.delivery.RetryPolicy;
import dev.signalbox.core.outbox.OutboxSettings.Retention;
import dev.signalbox.core.routing.Routes;
import dev.signalbox.core.source.ClaimMode;
import dev.signalbox.jdbc.TableName;
import dev.signalbox.jdbc.layout.OutboxLayouts;
import dev.signalbox.runtime.sink.SinkConfig;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The follow-up relays of a relay with routes of the strategy {@code at-least-one}: for each cluster that may fall behind,
 * one relay that delivers the cluster's backlog from a table of its own.
 */
public final class FollowUpRelays {
    private FollowUpRelays() {}

    public static List<RelayConfig> of(RelayConfig relay, Map<String, SinkConfig> sinks) {
        Set<String> followers = relay.routes().isEmpty() ? Set.of() : new Routes(relay.routes()).followers();
        return followers.stream()
                .map(cluster -> followUp(relay, cluster, sinks))
                .toList();
    }

    /** The table of a cluster's backlog, in the same schema as the relay's table and named after it. */
    private static TableName table(RelayConfig relay, String cluster) {
        TableName outbox = relay.outbox().table();
        return new TableName(outbox.schema(), outbox.table() + "_for_" + cluster.replace('-', '_'));
    }

    private static RelayConfig followUp(RelayConfig relay, String cluster, Map<String, SinkConfig> sinks) {
        return new RelayConfig(
                relay.name() + "-for-" + cluster,
                Optional.of(relay.name()),
                relay.source(),
                cluster,
                Map.of(),
                RelaySettings.url(Optional.ofNullable(sinks.get(cluster)), Optional.empty()),
                new OutboxConfig(
                        OutboxLayouts.SIGNALBOX,
                        OutboxLayouts.SIGNALBOX.layout(table(relay, cluster)),
                        relay.outbox().settings().with(ClaimMode.OWN).with(new Retention.DeleteOnCompletion())),
                new RetryPolicy(relay.retry().maxRetries(), relay.retry().backoff()),
                relay.buffer(),
                relay.pace(),
                relay.maxConcurrentRequests(),
                false);
    }
}
