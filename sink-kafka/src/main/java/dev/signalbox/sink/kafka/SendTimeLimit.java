package dev.signalbox.sink.kafka;

import java.time.Duration;

/** How long a call hands records over to the producer; the rest is not attempted. */
final class SendTimeLimit {
    /**
     * With Kafka's {@code delivery.timeout.ms} of 8 s, a record leaves at most 10 s after the start of its call, which is
     * shorter than a lease.
     */
    static final Duration LIMIT = Duration.ofSeconds(2);

    private SendTimeLimit() {}
}
