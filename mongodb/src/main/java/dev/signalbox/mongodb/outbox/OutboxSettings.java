package dev.signalbox.mongodb.outbox;

import dev.signalbox.core.delivery.Ordering;
import dev.signalbox.core.outbox.Retention;
import java.time.Duration;

/**
 * How an outbox collection is worked.
 *
 * @param processingTimeout after which a message that nobody of us claimed is taken from whoever holds it
 * @param maxPayloadBytes larger payloads are claimed, but not kept in memory
 * @param holdExhausted whether a failed message holds up its group until somebody deals with it
 */
public record OutboxSettings(
        Duration processingTimeout,
        long maxPayloadBytes,
        Retention retention,
        Ordering ordering,
        boolean holdExhausted) {

    public static final OutboxSettings DEFAULTS =
            new OutboxSettings(Duration.ofMinutes(5), 16L << 20, new Retention.Keep(), Ordering.BLOCK, false);

    public OutboxSettings {
        if (processingTimeout.isNegative() || processingTimeout.isZero()) {
            throw new IllegalArgumentException(
                    "processing-timeout: '" + processingTimeout + "' is too short; allowed is more than zero");
        }
        if (maxPayloadBytes < 1) {
            throw new IllegalArgumentException(
                    "max-payload-bytes: '" + maxPayloadBytes + "' is too small; allowed is 1 and more");
        }
    }

    public OutboxSettings with(Ordering other) {
        return new OutboxSettings(processingTimeout, maxPayloadBytes, retention, other, holdExhausted);
    }

    public OutboxSettings with(Retention other) {
        return new OutboxSettings(processingTimeout, maxPayloadBytes, other, ordering, holdExhausted);
    }
}
