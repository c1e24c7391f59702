package dev.signalbox.sink.rabbitmq;

import dev.signalbox.core.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Remembers which routing keys lead somewhere, so that several messages of a group may be on their way at once. RabbitMQ
 * takes the second of two messages also if it did not take the first: {@code docs/sinks/rabbitmq.md} says when that happens.
 */
final class RoutableKeys {
    /** For so long after a refusal, each message of a group waits for the one before it. */
    static final Duration WARY = Duration.ofMinutes(5);

    private static final int MOST = 10_000;

    private final boolean strict;
    private final Clock clock;
    /** From when on a key is trusted; of too many, the eldest are forgotten. */
    private final Map<String, Long> trustedFrom = new LinkedHashMap<>();

    /** @param strict whether no key is ever trusted */
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

    /** No queue is bound by it now. */
    synchronized void returned(String key) {
        trustedFrom.remove(key);
    }

    /** A queue refused something, and may take the next one: a queue that is full, for example. */
    synchronized void refused(String key) {
        if (!strict) {
            trustedFrom.put(key, clock.nanos() + WARY.toNanos());
        }
    }

    /** What led somewhere through another connection need not do so now. */
    synchronized void forgetTrusted() {
        long now = clock.nanos();
        trustedFrom.values().removeIf(from -> now - from >= 0);
    }
}
