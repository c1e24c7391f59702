package dev.signalbox.mongodb;

import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.Sorts;
import dev.signalbox.core.admin.MessageState;
import dev.signalbox.core.admin.OutboxAdmin.MessageDetails;
import dev.signalbox.core.admin.OutboxAdmin.MessageSummary;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.delivery.Ordering;
import dev.signalbox.core.source.SourceException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonValue;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/** Finds one message with its payload, its claim and what it waits for. */
record MongoMessageFinder(OutboxCollection outbox) {
    private static final int MAX_PAYLOAD_BYTES = 16_384;
    private static final int MAX_REASON_LENGTH = 2_000;
    private static final Bson FIELDS = Projections.fields(
            OutboxFields.SUMMARY, Projections.include(OutboxFields.PAYLOAD, OutboxFields.CLAIM, OutboxFields.SUSPECT));

    static MessageSummary summary(BsonDocument document, MessageState state) {
        return new MessageSummary(
                MessageIds.text(MessageIds.of(document)),
                FieldValues.text(document, OutboxFields.GROUP),
                FieldValues.text(document, OutboxFields.TYPE),
                state,
                FieldValues.number(document, OutboxFields.RETRY_COUNT),
                FieldValues.instant(document, OutboxFields.CREATED_AT),
                FieldValues.instant(document, OutboxFields.PROCESSED_AT),
                reason(document));
    }

    private static @Nullable String reason(BsonDocument document) {
        String reason = FieldValues.text(document, OutboxFields.ERROR_MESSAGE);
        return reason == null || reason.length() <= MAX_REASON_LENGTH ? reason : reason.substring(0, MAX_REASON_LENGTH);
    }

    Optional<MessageDetails> find(String id) throws SourceException {
        List<BsonDocument> found =
                outbox.find("read a message", Filters.in(OutboxFields.ID, MessageIds.candidates(id)), FIELDS);
        return found.isEmpty() ? Optional.empty() : Optional.of(details(found.getFirst()));
    }

    private MessageDetails details(BsonDocument document) throws SourceException {
        MessageState state = state(document);
        MessageSummary summary = summary(document, state);
        String group = summary.group();
        boolean inOrder = group != null
                && state == MessageState.PENDING
                && outbox.settings().ordering() != Ordering.NONE;
        return new MessageDetails(
                summary,
                Shards.shardOf(group == null ? summary.id() : group),
                payload(document),
                state == MessageState.PROCESSING ? claimHolder(document) : null,
                SuspectDocuments.suspicion(document),
                inOrder ? ahead(document) : null,
                inOrder && outbox.settings().holdExhausted()
                        ? first(document, MessageState.FAILED, Filters.empty())
                        : null);
    }

    private MessageState state(BsonDocument document) throws SourceException {
        String word = FieldValues.text(document, OutboxFields.STATUS);
        return Arrays.stream(MessageState.values())
                .filter(state -> state.name().equals(word))
                .findFirst()
                .orElseThrow(() -> new SourceException(
                        "a message of collection %s has the state '%s', which Signalbox does not know"
                                .formatted(outbox.name(), word)));
    }

    private static MessageDetails.PayloadText payload(BsonDocument document) {
        byte[] bytes = Payloads.bytes(document.get(OutboxFields.PAYLOAD));
        boolean cut = bytes.length > MAX_PAYLOAD_BYTES;
        String text = new String(bytes, 0, cut ? MAX_PAYLOAD_BYTES : bytes.length, StandardCharsets.UTF_8);
        return new MessageDetails.PayloadText(text, bytes.length, cut);
    }

    private MessageDetails.ClaimHolder claimHolder(BsonDocument document) throws SourceException {
        Instant since = FieldValues.instant(document, OutboxFields.PROCESSED_AT);
        Optional<ClaimToken> token = ClaimToken.in(document);
        if (token.isEmpty()) {
            Instant until = since == null ? null : since.plus(outbox.settings().processingTimeout());
            return new MessageDetails.ClaimHolder(null, null, since, until);
        }
        return new MessageDetails.ClaimHolder(
                token.get().owner(), nodeOf(token.get().owner()), since, null);
    }

    private @Nullable String nodeOf(String incarnation) throws SourceException {
        List<BsonDocument> node = outbox.run(
                "find the owner of the claim",
                _ -> outbox.connections()
                        .collection(CollectionName.NODES)
                        .find(Filters.eq("_id", incarnation))
                        .into(new ArrayList<>()));
        return node.isEmpty() ? null : FieldValues.text(node.getFirst(), "node");
    }

    /** The message of the group that is being processed, or else the first one that waits ahead of this one. */
    private MessageDetails.@Nullable GroupMessage ahead(BsonDocument document) throws SourceException {
        MessageDetails.GroupMessage processing = first(document, MessageState.PROCESSING, Filters.empty());
        if (processing != null) {
            return processing;
        }
        BsonValue at = document.get(OutboxFields.CREATED_AT, BsonNull.VALUE);
        MessageDetails.GroupMessage earlier =
                first(document, MessageState.PENDING, Filters.lt(OutboxFields.CREATED_AT, at));
        Bson sameMoment = Filters.and(
                Filters.eq(OutboxFields.CREATED_AT, at), Filters.lt(OutboxFields.ID, MessageIds.of(document)));
        return earlier != null ? earlier : first(document, MessageState.PENDING, sameMoment);
    }

    private MessageDetails.@Nullable GroupMessage first(BsonDocument document, MessageState state, Bson more)
            throws SourceException {
        Bson others = Filters.and(
                Filters.eq(OutboxFields.STATUS, state.name()),
                Filters.eq(OutboxFields.GROUP, FieldValues.text(document, OutboxFields.GROUP)),
                Filters.ne(OutboxFields.ID, MessageIds.of(document)),
                more);
        List<BsonDocument> found = outbox.find(
                "look at a group",
                others,
                OutboxFields.SUMMARY,
                OutboxCollection.FindOptions.first(1, Sorts.ascending(OutboxFields.CREATED_AT)));
        return found.isEmpty()
                ? null
                : new MessageDetails.GroupMessage(
                        MessageIds.text(MessageIds.of(found.getFirst())), state, reason(found.getFirst()));
    }
}
