package dev.signalbox.sink.rabbitmq;

import dev.signalbox.core.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Remembers which routing keys are routable, so that several messages of a group may be in flight at once. RabbitMQ may
 * accept the second of two messages although it refused the first: {@code docs/sinks/rabbitmq.md} explains when.
 */
final class RoutableKeys {
    /** How long after a refusal each message of a group waits for the previous one. */
    static final Duration WARY = Duration.ofMinutes(5);

    private static final int MOST = 10_000;

    private final boolean strict;
    private final Clock clock;
    /** The time from which a key is trusted; the oldest entries are evicted when there are too many. */
    private final Map<String, Long> trustedFrom = new LinkedHashMap<>();

    RoutableKeys(boolean strict, Clock clock) {
        this.strict = strict;
        this.clock = clock;
    }

    /** Whether a message with this key may follow another one with the same key before that one is confirmed. */
    synchronized boolean isTrusted(String key) {
        Long from = trustedFrom.get(key);
        return from != null && clock.nanos() - from >= 0;
    }

    synchronized void arrived(String key) {
        if (!strict && trustedFrom.putIfAbsent(key, clock.nanos()) == null && trustedFrom.size() > MOST) {
            trustedFrom.remove(trustedFrom.keySet().iterator().next());
        }
    }

    /** No queue is bound by the key now. */
    synchronized void returned(String key) {
        trustedFrom.remove(key);
    }

    /** A queue refused a message but may accept the next one, for example because it is full. */
    synchronized void refused(String key) {
        if (!strict) {
            trustedFrom.put(key, clock.nanos() + WARY.toNanos());
        }
    }

    /** A key that was routable on another connection need not be routable now. */
    synchronized void forgetTrusted() {
        long now = clock.nanos();
        trustedFrom.values().removeIf(from -> now - from >= 0);
    }
}
