package dev.signalbox.mongodb.outbox;

import com.mongodb.client.model.Projections;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.message.Claim;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.outbox.OutboxSettings;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.mongodb.connection.FieldValues;
import dev.signalbox.mongodb.outbox.MarkClaimedDocuments.ClaimedMessages;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.bson.conversions.Bson;

/** Reads the messages that a claim has marked, in the order requested, up to the size limit. */
final class ReadClaimedDocuments {
    private static final Bson FIELDS = Projections.include(
            OutboxFields.TYPE,
            OutboxFields.GROUP,
            OutboxFields.PAYLOAD,
            OutboxFields.RETRY_COUNT,
            OutboxFields.CREATED_AT,
            OutboxFields.PROCESSED_AT,
            OutboxFields.SUSPECT);

    private final OutboxCollection outbox;
    private final OutboxSettings settings;
    private final ClaimToken token;
    private final PayloadSizeEstimate sizes;
    private final Map<Message, BsonValue> kept = new LinkedHashMap<>();
    private final List<BsonValue> unused = new ArrayList<>();
    private final Set<String> moreOf = new HashSet<>();
    private final Map<BsonValue, Message> read = new HashMap<>();
    private final Set<BsonValue> requested = new HashSet<>();
    private long room;
    private boolean cut;

    ReadClaimedDocuments(
            OutboxCollection outbox, OutboxSettings settings, ClaimToken token, PayloadSizeEstimate sizes) {
        this.outbox = outbox;
        this.settings = settings;
        this.token = token;
        this.sizes = sizes;
    }

    void read(List<MongoGroupPrefix> prefixes, long bytes, boolean inOrder) throws SourceException {
        room = bytes;
        List<CandidateDocument> all =
                prefixes.stream().flatMap(prefix -> prefix.rows().stream()).toList();
        int index = 0;
        for (MongoGroupPrefix prefix : prefixes) {
            boolean whole = true;
            int before = kept.size();
            for (CandidateDocument row : prefix.rows()) {
                if (!cut && !requested.contains(row.key())) {
                    load(all.subList(index, Math.min(all.size(), index + sizes.readBatchSize(room, all.size()))));
                }
                index++;
                whole &= keep(row, whole || !inOrder);
            }
            if (prefix.group() != null && kept.size() > before && (prefix.more() || !whole)) {
                moreOf.add(prefix.group());
            }
        }
    }

    private boolean keep(CandidateDocument row, boolean allowed) {
        Message message = read.remove(row.key());
        boolean fits = message != null && (kept.isEmpty() || message.payload().bytes().length <= room);
        if (message != null && !fits) {
            cut = true;
        }
        if (message == null || !fits || !allowed || cut) {
            unused.add(row.key());
            return false;
        }
        room -= message.payload().bytes().length;
        kept.put(message, row.key());
        return true;
    }

    private void load(List<CandidateDocument> rows) throws SourceException {
        List<BsonValue> keys = rows.stream().map(CandidateDocument::key).toList();
        requested.addAll(keys);
        for (BsonDocument document : outbox.find(
                "read claimed messages",
                ReleaseClaims.claimedBy(keys, List.of(token)),
                FIELDS,
                find -> find.hint(OutboxCollection.ID_INDEX))) {
            Message message = message(document);
            sizes.record(message);
            read.put(MessageIds.of(document), message);
        }
    }

    private Message message(BsonDocument document) {
        String id = MessageIds.text(MessageIds.of(document));
        String group = FieldValues.text(document, OutboxFields.GROUP);
        return new Message(
                id,
                group,
                Shards.shardOf(group == null ? id : group),
                Objects.requireNonNullElse(FieldValues.text(document, OutboxFields.TYPE), ""),
                Payloads.of(document, settings.maxPayloadBytes()),
                FieldValues.number(document, OutboxFields.RETRY_COUNT),
                moment(document, OutboxFields.CREATED_AT),
                new Claim(token.number(), moment(document, OutboxFields.PROCESSED_AT)),
                SuspectDocuments.suspicion(document));
    }

    private static Instant moment(BsonDocument document, String field) {
        return Objects.requireNonNullElse(FieldValues.instant(document, field), Instant.EPOCH);
    }

    /** The messages to deliver, with their exact ids. */
    Map<Message, BsonValue> kept() {
        return kept;
    }

    /** The documents to release, if the claim has marked them. */
    List<BsonValue> unused() {
        return unused;
    }

    ClaimedMessages result() {
        return new ClaimedMessages(true, List.copyOf(kept.keySet()), moreOf, cut);
    }
}
