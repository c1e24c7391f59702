package dev.signalbox.postgres.outbox;

import dev.signalbox.core.delivery.Ordering;
import java.time.Duration;

/**
 * How an outbox table is worked.
 *
 * @param processingTimeout after which a row that nobody of us claimed is taken from whoever holds it
 * @param maxPayloadBytes larger payloads are claimed, but left in the database
 * @param holdExhausted whether a failed row holds up its group until somebody deals with it
 */
public record OutboxSettings(
        Duration processingTimeout,
        long maxPayloadBytes,
        Retention retention,
        Ordering ordering,
        boolean holdExhausted) {

    public static final OutboxSettings DEFAULTS =
            new OutboxSettings(Duration.ofMinutes(5), 16L << 20, Retention.keep(), Ordering.BLOCK, false);

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
