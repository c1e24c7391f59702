package dev.signalbox.spring.relay;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
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
        builder.status(health.status().name());
        Map<String, String> checks = new LinkedHashMap<>();
        health.checks().forEach(check -> checks.put(check.name(), text(check.status(), check.detail())));
        Map<String, String> states = new LinkedHashMap<>();
        relays.relays().forEach(relay -> states.put(relay.name(), text(relay.state(), relay.problem())));
        builder.withDetail("node", relays.node()).withDetail("checks", checks).withDetail("relays", states);
    }

    private static String text(Enum<?> state, @Nullable String detail) {
        return state + (detail == null ? "" : ": " + detail);
    }
}
