package dev.signalbox.core.outbox;

import dev.signalbox.core.delivery.Ordering;
import dev.signalbox.core.source.ClaimMode;
import java.time.Duration;

/**
 * How an outbox table is worked.
 *
 * @param processingTimeout after which a row that another program claimed counts as abandoned and is claimed again
 * @param maxPayloadBytes larger payloads are claimed, but left in the database
 * @param holdExhausted whether a failed row holds up its group until an operator retries or discards it
 */
public record OutboxSettings(
        ClaimMode claimMode,
        Duration processingTimeout,
        long maxPayloadBytes,
        Retention retention,
        Ordering ordering,
        boolean holdExhausted) {

    public static final OutboxSettings DEFAULTS = new OutboxSettings(
            ClaimMode.MARK, Duration.ofMinutes(5), 16L << 20, Retention.keep(), Ordering.BLOCK, false);

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

    public OutboxSettings with(ClaimMode other) {
        return new OutboxSettings(other, processingTimeout, maxPayloadBytes, retention, ordering, holdExhausted);
    }

    public OutboxSettings with(Ordering other) {
        return new OutboxSettings(claimMode, processingTimeout, maxPayloadBytes, retention, other, holdExhausted);
    }

    public OutboxSettings with(Retention other) {
        return new OutboxSettings(claimMode, processingTimeout, maxPayloadBytes, other, ordering, holdExhausted);
    }
}
