package dev.signalbox.example.notifications.listener;

import dev.signalbox.example.notifications.event.Audience;
import java.time.Duration;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * How queues are read.
 *
 * @param audiences Whose queues are read.
 * @param prefetch How many messages of a queue may be on their way to its listener at once.
 * @param maxDeliveries How often a message that fails is delivered before it goes to the dead-letter queue.
 * @param firstPause How long the first pause before another delivery is. It doubles each time.
 */
@ConfigurationProperties("notifications")
public record ListenerSettings(List<Audience> audiences, int prefetch, int maxDeliveries, Duration firstPause) {
    private static final int MOST_PREFETCHED = 1_000;
    private static final int MOST_DELIVERIES = 1_000;
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

    public ListenerSettings {
        audiences = audiences.stream().distinct().toList();
        require(!audiences.isEmpty(), "audiences", audiences, "must name one or more");
        require(
                prefetch >= 1 && prefetch <= MOST_PREFETCHED,
                "prefetch",
                prefetch,
                "must be from 1 to " + MOST_PREFETCHED);
        require(
                maxDeliveries >= 1 && maxDeliveries <= MOST_DELIVERIES,
                "max-deliveries",
                maxDeliveries,
                "must be from 1 to " + MOST_DELIVERIES);
        require(
                firstPause.isPositive() && firstPause.compareTo(LONGEST_PAUSE) <= 0,
                "first-pause",
                firstPause,
                "must be above 0 and at most " + LONGEST_PAUSE);
    }

    private static void require(boolean sound, String key, Object value, String rule) {
        if (!sound) {
            throw new IllegalArgumentException("notifications." + key + " is " + value + "; it " + rule);
        }
    }

    /** How long to wait before a message is delivered once more. */
    Duration pauseAfter(int deliveries) {
        Duration pause = firstPause;
        for (int i = 1; i < deliveries && pause.compareTo(LONGEST_PAUSE) < 0; i++) {
            pause = pause.multipliedBy(2);
        }
        return pause.compareTo(LONGEST_PAUSE) < 0 ? pause : LONGEST_PAUSE;
    }
}
