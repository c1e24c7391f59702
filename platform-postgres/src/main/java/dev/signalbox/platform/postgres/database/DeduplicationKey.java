package dev.signalbox.platform.postgres.database;

import dev.signalbox.platform.registry.DeliverySettings;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The digests under which ids of clients are found again, whatever their length. */
public final class DeduplicationKey {
    private DeduplicationKey() {}

    /** The key of an event; null if it has no deduplication id. */
    public static @Nullable String ofEvent(String client, @Nullable String deduplicationId) {
        return deduplicationId == null ? null : uuid("event", client, deduplicationId);
    }

    /** The key of a direct job; null if it has no idempotency key. */
    public static @Nullable String ofJob(String client, @Nullable String idempotencyKey) {
        return idempotencyKey == null ? null : uuid("job", client, idempotencyKey);
    }

    /**
     * The stream of a client's direct jobs for a target: below zero, where no subscription's id is. Jobs that differ in their
     * mode, retries or pool are in different streams. Those of another sequence are not: it orders jobs of a stream.
     */
    public static long streamOf(String client, String targetUrl, DeliverySettings delivery) {
        String settings = String.join(
                "\0",
                targetUrl,
                delivery.mode().name(),
                String.valueOf(delivery.dispatchPoolId()),
                Integer.toString(delivery.maxRetries()));
        return digest("stream", client, settings).getLong() | Long.MIN_VALUE;
    }

    /** What a pair of context data is found by. */
    public static long contextEntry(String key, String value) {
        return digest("context", key, value).getLong();
    }

    private static String uuid(String kind, String client, String id) {
        ByteBuffer digest = digest(kind, client, id);
        return new UUID(digest.getLong(), digest.getLong()).toString();
    }

    /** No text contains NUL, so that different texts are never joined to the same. */
    private static ByteBuffer digest(String kind, String first, String second) {
        byte[] text = (kind + '\0' + first + '\0' + second).getBytes(StandardCharsets.UTF_8);
        try {
            return ByteBuffer.wrap(MessageDigest.getInstance("SHA-256").digest(text));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has SHA-256", e);
        }
    }
}
