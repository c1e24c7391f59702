package dev.signalbox.sink.kafka;

import dev.signalbox.core.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Remembers something about topics for some time; of too many, the eldest are forgotten. */
final class TopicMemory {
    private static final int MAX_TOPICS = 1_000;

    /** What is remembered, and until when. */
    private record Entry(String reason, long until) {}

    /**
     * What is remembered.
     *
     * @param left for how long it still holds
     */
    record Memory(String reason, Duration left) {}

    private final Duration time;
    private final Clock clock;
    private final Map<String, Entry> entries = new LinkedHashMap<>();

    TopicMemory(Duration time, Clock clock) {
        this.time = time;
        this.clock = clock;
    }

    synchronized void remember(String topic, String reason) {
        entries.remove(topic);
        entries.put(topic, new Entry(reason, clock.nanos() + time.toNanos()));
        if (entries.size() > MAX_TOPICS) {
            entries.remove(entries.keySet().iterator().next());
        }
    }

    synchronized Optional<Memory> of(String topic) {
        Entry entry = entries.get(topic);
        if (entry == null) {
            return Optional.empty();
        }
        long left = entry.until - clock.nanos();
        if (left <= 0) {
            entries.remove(topic);
            return Optional.empty();
        }
        return Optional.of(new Memory(entry.reason, Duration.ofNanos(left)));
    }
}
