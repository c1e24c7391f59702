package dev.signalbox.sink.kafka;

import dev.signalbox.core.outcome.Outcome;
import dev.signalbox.core.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Caches failures of topics for a limited time; evicts the oldest when full. */
final class TopicFailureCache {
    private static final int MAX_TOPICS = 1_000;

    private record CachedFailure(String reason, long until) {}

    private final Duration time;
    private final Clock clock;
    private final Map<String, CachedFailure> failures = new LinkedHashMap<>();

    TopicFailureCache(Duration time, Clock clock) {
        this.time = time;
        this.clock = clock;
    }

    synchronized void remember(String topic, String reason) {
        failures.remove(topic);
        failures.put(topic, new CachedFailure(reason, clock.nanos() + time.toNanos()));
        if (failures.size() > MAX_TOPICS) {
            failures.remove(failures.keySet().iterator().next());
        }
    }

    /** The outcome of messages of the topic while its failure still applies. */
    synchronized Optional<Outcome> find(String topic) {
        CachedFailure failure = failures.get(topic);
        if (failure == null) {
            return Optional.empty();
        }
        long left = failure.until - clock.nanos();
        if (left <= 0) {
            failures.remove(topic);
            return Optional.empty();
        }
        return Optional.of(new Outcome.Postponed(failure.reason, Duration.ofNanos(left)));
    }
}
