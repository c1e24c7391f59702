package dev.signalbox.platform.job;

import com.github.f4b6a3.tsid.Tsid;
import dev.signalbox.platform.json.JsonText;
import dev.signalbox.platform.registry.DeliverySettings;
import dev.signalbox.platform.secret.Secret;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is to be delivered, and where to.
 *
 * @param client who has posted it; empty for the anchor
 * @param code what it is about: the type of an event, or a word of the client
 * @param eventId the event that it stems from; null for none
 * @param subscriptionId the subscription that it stems from; null for none
 * @param messageGroup jobs of a group and target are delivered in order; null for no order
 * @param scheduledFor not before this time; null for at once
 * @param expiresAt not after this time; null for never
 * @param idempotencyKey two jobs of a client with the same one are the same job; null if each is new
 * @param metadata any JSON of the client; null for none
 * @param secret signs the request; null for none, and in every job that is read
 */
public record JobDraft(
        String client,
        JobKind kind,
        String code,
        @Nullable String source,
        @Nullable String subject,
        @Nullable Tsid eventId,
        @Nullable Tsid subscriptionId,
        String targetUrl,
        @Nullable JsonText payload,
        @Nullable String payloadContentType,
        @Nullable String messageGroup,
        DeliverySettings delivery,
        @Nullable Instant scheduledFor,
        @Nullable Instant expiresAt,
        @Nullable String correlationId,
        @Nullable String idempotencyKey,
        @Nullable String externalId,
        Map<String, String> headers,
        @Nullable JsonText metadata,
        @Nullable Secret secret) {
    public JobDraft {
        headers = Map.copyOf(headers);
    }
}
