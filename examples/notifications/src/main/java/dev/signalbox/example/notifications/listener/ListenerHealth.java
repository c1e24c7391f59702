package dev.signalbox.example.notifications.listener;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.stereotype.Component;

/** Down if a listener has stopped. An unavailable broker does not count. */
@Component
final class ListenerHealth implements HealthIndicator {
    private final AllListeners listeners;

    ListenerHealth(AllListeners listeners) {
        this.listeners = listeners;
    }

    @Override
    public Health health() {
        return listeners.areAlive() ? Health.up().build() : Health.down().build();
    }
}
