package dev.signalbox.jdbc.outbox;

import dev.signalbox.core.delivery.Ordering;
import dev.signalbox.core.outbox.Retention;
import dev.signalbox.core.source.ClaimMode;
import java.time.Duration;

/**
 * How an outbox table is worked.
 *
 * @param claimMode how a row is kept from others while it is being delivered
 * @param processingTimeout after which a row that nobody of us claimed is taken from whoever holds it
 * @param maxPayloadBytes larger payloads are claimed, but left in the database
 * @param holdExhausted whether a failed row holds up its group until somebody deals with it
 */
public record JdbcOutboxSettings(
        ClaimMode claimMode,
        Duration processingTimeout,
        long maxPayloadBytes,
        Retention retention,
        Ordering ordering,
        boolean holdExhausted) {

    public static final JdbcOutboxSettings DEFAULTS = new JdbcOutboxSettings(
            ClaimMode.MARK, Duration.ofMinutes(5), 16L << 20, Retention.keep(), Ordering.BLOCK, false);

    public JdbcOutboxSettings {
        if (processingTimeout.isNegative() || processingTimeout.isZero()) {
            throw new IllegalArgumentException(
                    "processing-timeout: '" + processingTimeout + "' is too short; allowed is more than zero");
        }
        if (maxPayloadBytes < 1) {
            throw new IllegalArgumentException(
                    "max-payload-bytes: '" + maxPayloadBytes + "' is too small; allowed is 1 and more");
        }
    }

    public JdbcOutboxSettings with(ClaimMode other) {
        return new JdbcOutboxSettings(other, processingTimeout, maxPayloadBytes, retention, ordering, holdExhausted);
    }

    public JdbcOutboxSettings with(Ordering other) {
        return new JdbcOutboxSettings(claimMode, processingTimeout, maxPayloadBytes, retention, other, holdExhausted);
    }

    public JdbcOutboxSettings with(Retention other) {
        return new JdbcOutboxSettings(claimMode, processingTimeout, maxPayloadBytes, other, ordering, holdExhausted);
    }
}
