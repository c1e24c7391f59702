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
    private static final int MOST = 1_000;
    private static final Duration MAX_PAUSE = Duration.ofSeconds(5);

    public ListenerSettings {
        audiences = audiences.stream().distinct().toList();
        require("audiences", audiences, !audiences.isEmpty(), "must name one or more");
        require("prefetch", prefetch, prefetch >= 1 && prefetch <= MOST, "must be from 1 to " + MOST);
        require(
                "max-deliveries",
                maxDeliveries,
                maxDeliveries >= 1 && maxDeliveries <= MOST,
                "must be from 1 to " + MOST);
        boolean isPause = firstPause.isPositive() && firstPause.compareTo(MAX_PAUSE) <= 0;
        require("first-pause", firstPause, isPause, "must be above 0 and at most " + MAX_PAUSE);
    }

    private static void require(String key, Object value, boolean sound, String rule) {
        if (!sound) {
            throw new IllegalArgumentException("notifications." + key + " is " + value + "; it " + rule);
        }
    }

    Duration pauseAfter(int deliveries) {
        Duration pause = firstPause;
        for (int i = 1; i < deliveries && pause.compareTo(MAX_PAUSE) < 0; i++) {
            pause = pause.multipliedBy(2);
        }
        return pause.compareTo(MAX_PAUSE) < 0 ? pause : MAX_PAUSE;
    }
}
