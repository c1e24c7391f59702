package dev.signalbox.mongodb.outbox;

import dev.signalbox.core.delivery.Ordering;
import dev.signalbox.core.outbox.Retention;
import java.time.Duration;

/**
 * Settings of an outbox collection.
 *
 * @param processingTimeout after which a message in processing that no Signalbox node has claimed is released
 * @param maxPayloadBytes larger payloads are claimed, but not kept in memory
 * @param holdExhausted whether a failed message blocks its group until an operator retries or discards it
 */
public record MongoOutboxSettings(
        Duration processingTimeout,
        long maxPayloadBytes,
        Retention retention,
        Ordering ordering,
        boolean holdExhausted) {

    public static final MongoOutboxSettings DEFAULTS =
            new MongoOutboxSettings(Duration.ofMinutes(5), 16L << 20, new Retention.Keep(), Ordering.BLOCK, false);

    public MongoOutboxSettings {
        if (processingTimeout.isNegative() || processingTimeout.isZero()) {
            throw new IllegalArgumentException(
                    "processing-timeout: '" + processingTimeout + "' is too short; allowed is more than zero");
        }
        if (maxPayloadBytes < 1) {
            throw new IllegalArgumentException(
                    "max-payload-bytes: '" + maxPayloadBytes + "' is too small; allowed is 1 and more");
        }
    }

    public MongoOutboxSettings with(Ordering other) {
        return new MongoOutboxSettings(processingTimeout, maxPayloadBytes, retention, other, holdExhausted);
    }

    public MongoOutboxSettings with(Retention other) {
        return new MongoOutboxSettings(processingTimeout, maxPayloadBytes, other, ordering, holdExhausted);
    }
}
