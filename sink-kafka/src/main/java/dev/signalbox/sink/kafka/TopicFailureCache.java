package dev.signalbox.sink.kafka;

import dev.signalbox.core.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Caches failures of topics for a limited time; evicts the oldest when full. */
final class TopicFailureCache {
    private static final int MAX_TOPICS = 1_000;

    /** A failure, and when it expires. */
    private record CachedFailure(String reason, long until) {}

    /**
     * A failure that still applies.
     *
     * @param left how long it still applies
     */
    record KnownFailure(String reason, Duration left) {}

    private final Duration time;
    private final Clock clock;
    private final Map<String, CachedFailure> cachedFailures = new LinkedHashMap<>();

    TopicFailureCache(Duration time, Clock clock) {
        this.time = time;
        this.clock = clock;
    }

    synchronized void remember(String topic, String reason) {
        cachedFailures.remove(topic);
        cachedFailures.put(topic, new CachedFailure(reason, clock.nanos() + time.toNanos()));
        if (cachedFailures.size() > MAX_TOPICS) {
            cachedFailures.remove(cachedFailures.keySet().iterator().next());
        }
    }

    synchronized Optional<KnownFailure> find(String topic) {
        CachedFailure cachedFailure = cachedFailures.get(topic);
        if (cachedFailure == null) {
            return Optional.empty();
        }
        long left = cachedFailure.until - clock.nanos();
        if (left <= 0) {
            cachedFailures.remove(topic);
            return Optional.empty();
        }
        return Optional.of(new KnownFailure(cachedFailure.reason, Duration.ofNanos(left)));
    }
}
