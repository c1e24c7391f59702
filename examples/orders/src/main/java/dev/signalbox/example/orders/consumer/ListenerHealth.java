package dev.signalbox.example.orders.consumer;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.kafka.config.KafkaListenerEndpointRegistry;
import org.springframework.kafka.listener.MessageListenerContainer;
import org.springframework.stereotype.Component;

/** Down if the listener has stopped, such as after a fatal error. An unavailable broker does not count. */
@Component
final class ListenerHealth implements HealthIndicator {
    private final KafkaListenerEndpointRegistry listeners;

    ListenerHealth(KafkaListenerEndpointRegistry listeners) {
        this.listeners = listeners;
    }

    @Override
    public Health health() {
        MessageListenerContainer container = listeners.getListenerContainer(OrderListener.ID);
        boolean reads = container != null && container.isRunning() && container.isInExpectedState();
        return reads ? Health.up().build() : Health.down().build();
    }
}
