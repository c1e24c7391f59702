package dev.signalbox.spring.relay;

import dev.signalbox.runtime.admin.FeedView;
import dev.signalbox.runtime.admin.RelayView;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;

/** Actuator's endpoint {@code signalboxrelays}: what the relays of this instance are doing. It changes nothing. */
@Endpoint(id = "signalboxrelays")
public final class SignalboxRelaysEndpoint {
    private final EmbeddedRelays relays;

    SignalboxRelaysEndpoint(EmbeddedRelays relays) {
        this.relays = relays;
    }

    /**
     * All that runs here.
     *
     * @param node what this instance is called in logs and leases
     * @param relays from memory, without asking a database
     * @param publishers the pairs of topic and publisher of all logs, as their databases have them
     */
    public record Report(String node, List<RelayView> relays, List<FeedView> publishers) {}

    @ReadOperation
    public Report report() {
        List<FeedView> publishers = relays.logs().stream()
                .flatMap(log -> log.views(log.feeds()).stream())
                .toList();
        return new Report(relays.node(), relays.relays(), publishers);
    }

    /** One relay, with what its database says: the backlog, who works on it, and whether it is paused. */
    @ReadOperation
    public @Nullable RelayView relay(@Selector String name) {
        return relays.relay(name).orElse(null);
    }
}
