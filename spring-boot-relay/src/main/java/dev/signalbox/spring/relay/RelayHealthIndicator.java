package dev.signalbox.spring.relay;

import dev.signalbox.runtime.admin.RelayView;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/**
 * Reports from memory whether this instance delivers or could take over: down if a database has been unreachable for long,
 * unknown while the relays do not run. An unavailable destination is shown, but is not a fault of the application.
 */
final class RelayHealthIndicator extends AbstractHealthIndicator {
    private final EmbeddedRelays relays;

    RelayHealthIndicator(EmbeddedRelays relays) {
        super("Cannot tell how the relays are");
        this.relays = relays;
    }

    @Override
    protected void doHealthCheck(Health.Builder builder) {
        relays.health().ifPresentOrElse(health -> fill(builder, health), builder::unknown);
    }

    private void fill(Health.Builder builder, dev.signalbox.runtime.admin.Health health) {
        switch (health.status()) {
            case UP -> builder.up();
            case DOWN -> builder.down();
        }
        Map<String, String> checks = new LinkedHashMap<>();
        health.checks()
                .forEach(check -> checks.put(
                        check.name(), check.status() + (check.detail() == null ? "" : ": " + check.detail())));
        Map<String, String> states = new LinkedHashMap<>();
        relays.relays().forEach(relay -> states.put(relay.name(), state(relay)));
        builder.withDetail("node", relays.node()).withDetail("checks", checks).withDetail("relays", states);
    }

    private static String state(RelayView relay) {
        return relay.state() + (relay.problem() == null ? "" : ": " + relay.problem());
    }
}
