package dev.signalbox.spring.relay;

import dev.signalbox.runtime.admin.FeedView;
import dev.signalbox.runtime.admin.RelayView;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;

/** The Actuator endpoint {@code signalboxrelays}: the read-only state of this instance's relays. */
@Endpoint(id = "signalboxrelays")
public final class SignalboxRelaysEndpoint {
    private final EmbeddedRelays relays;

    SignalboxRelaysEndpoint(EmbeddedRelays relays) {
        this.relays = relays;
    }

    /**
     * Everything that runs in this instance.
     *
     * @param node the name of this instance in logs and leases
     * @param relays from memory, without a database query
     * @param publishers the feeds of all logs, from their databases
     */
    public record Report(String node, List<RelayView> relays, List<FeedView> publishers) {}

    @ReadOperation
    public Report report() {
        List<FeedView> publishers = relays.logs().stream()
                .flatMap(log -> log.views(log.feeds()).stream())
                .toList();
        return new Report(relays.node(), relays.relays(), publishers);
    }

    /** One relay, with the state in its database: backlog, owners and pause. */
    @ReadOperation
    public @Nullable RelayView relay(@Selector String name) {
        return relays.relay(name).orElse(null);
    }
}
