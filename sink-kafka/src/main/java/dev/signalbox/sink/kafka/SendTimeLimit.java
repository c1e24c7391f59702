package dev.signalbox.sink.kafka;

import java.time.Duration;

/** How long a call goes on handing records over to the producer; whatever is left then has not been attempted. */
final class SendTimeLimit {
    /**
     * With Kafka's own {@code delivery.timeout.ms} of 8 s, a record leaves at most 10 s after its call began, which is less
     * than a lease lasts.
     */
    static final Duration LIMIT = Duration.ofSeconds(2);

    private SendTimeLimit() {}
}
