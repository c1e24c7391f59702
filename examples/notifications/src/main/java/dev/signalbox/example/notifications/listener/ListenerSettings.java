package dev.signalbox.example.notifications.listener;

import dev.signalbox.example.notifications.event.Audience;
import java.time.Duration;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * The settings of the listeners.
 *
 * @param audiences Whose queues are read.
 * @param prefetch The most unacknowledged messages of a queue.
 * @param maxDeliveries How often a failing message is delivered before it goes to the dead-letter queue.
 * @param firstPause The first pause before a redelivery. It doubles each time.
 */
@ConfigurationProperties("notifications")
public record ListenerSettings(List<Audience> audiences, int prefetch, int maxDeliveries, Duration firstPause) {
    private static final int MAX_PREFETCHED = 1_000;
    private static final int MAX_DELIVERIES = 1_000;
    private static final Duration MAX_PAUSE = Duration.ofSeconds(5);

    public ListenerSettings {
        audiences = audiences.stream().distinct().toList();
        require(!audiences.isEmpty(), "audiences", audiences, "must name one or more");
        require(
                prefetch >= 1 && prefetch <= MAX_PREFETCHED,
                "prefetch",
                prefetch,
                "must be from 1 to " + MAX_PREFETCHED);
        require(
                maxDeliveries >= 1 && maxDeliveries <= MAX_DELIVERIES,
                "max-deliveries",
                maxDeliveries,
                "must be from 1 to " + MAX_DELIVERIES);
        require(
                firstPause.isPositive() && firstPause.compareTo(MAX_PAUSE) <= 0,
                "first-pause",
                firstPause,
                "must be above 0 and at most " + MAX_PAUSE);
    }

    private static void require(boolean sound, String key, Object value, String rule) {
        if (!sound) {
            throw new IllegalArgumentException("notifications." + key + " is " + value + "; it " + rule);
        }
    }

    /** The pause before the next delivery of a message. */
    Duration pauseAfter(int deliveries) {
        Duration pause = firstPause;
        for (int i = 1; i < deliveries && pause.compareTo(MAX_PAUSE) < 0; i++) {
            pause = pause.multipliedBy(2);
        }
        return pause.compareTo(MAX_PAUSE) < 0 ? pause : MAX_PAUSE;
    }
}
