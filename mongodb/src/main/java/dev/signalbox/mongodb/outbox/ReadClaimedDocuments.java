package dev.signalbox.mongodb.outbox;

import com.mongodb.client.model.Projections;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.message.Claim;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.outbox.OutboxSettings;
import dev.signalbox.core.source.SourceException;
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

/** Reads what a claim has marked, in the order in which it was asked for, and no more than there is room for. */
final class ReadClaimedDocuments {
    private static final Bson FIELDS = Projections.include(
            OutboxFields.TYPE,
            OutboxFields.GROUP,
            OutboxFields.PAYLOAD,
            OutboxFields.RETRY_COUNT,
            OutboxFields.CREATED_AT,
            OutboxFields.PROCESSED_AT,
            OutboxFields.SUSPECT);

    private final OutboxCollection access;
    private final OutboxSettings settings;
    private final ClaimToken token;
    private final PayloadSizeEstimate sizes;
    private final Map<Message, BsonValue> kept = new LinkedHashMap<>();
    private final List<BsonValue> unused = new ArrayList<>();
    private final Set<String> moreOf = new HashSet<>();
    private final Map<BsonValue, Message> read = new HashMap<>();
    private final Set<BsonValue> asked = new HashSet<>();
    private long room;
    private boolean cut;

    ReadClaimedDocuments(
            OutboxCollection access, OutboxSettings settings, ClaimToken token, PayloadSizeEstimate sizes) {
        this.access = access;
        this.settings = settings;
        this.token = token;
        this.sizes = sizes;
    }

    void read(List<MongoGroupPrefix> mongoGroupPrefixes, long bytes, boolean inOrder) throws SourceException {
        room = bytes;
        List<CandidateDocument> all = mongoGroupPrefixes.stream()
                .flatMap(mongoGroupPrefix -> mongoGroupPrefix.rows().stream())
                .toList();
        int place = 0;
        for (MongoGroupPrefix mongoGroupPrefix : mongoGroupPrefixes) {
            boolean whole = true;
            int before = kept.size();
            for (CandidateDocument row : mongoGroupPrefix.rows()) {
                if (!cut && !asked.contains(row.key())) {
                    load(all.subList(place, Math.min(all.size(), place + sizes.chunk(room, all.size()))));
                }
                place++;
                whole &= keep(row, whole || !inOrder);
            }
            if (mongoGroupPrefix.group() != null && kept.size() > before && (mongoGroupPrefix.more() || !whole)) {
                moreOf.add(mongoGroupPrefix.group());
            }
        }
    }

    private boolean keep(CandidateDocument row, boolean mayGo) {
        Message message = read.remove(row.key());
        boolean fits = message != null && (kept.isEmpty() || message.payload().bytes().length <= room);
        if (message != null && !fits) {
            cut = true;
        }
        if (message == null || !fits || !mayGo || cut) {
            unused.add(row.key());
            return false;
        }
        room -= message.payload().bytes().length;
        kept.put(message, row.key());
        return true;
    }

    private void load(List<CandidateDocument> rows) throws SourceException {
        List<BsonValue> keys = rows.stream().map(CandidateDocument::key).toList();
        asked.addAll(keys);
        for (BsonDocument document : access.find(
                "read claimed messages",
                ReleaseClaims.heldBy(keys, List.of(token)),
                FIELDS,
                find -> find.hint(IdIndexHint.INDEX))) {
            Message message = message(document);
            sizes.saw(message);
            read.put(MessageIds.of(document), message);
        }
    }

    private Message message(BsonDocument document) {
        String id = MessageIds.text(MessageIds.of(document));
        String group = CandidateDocument.group(document);
        return new Message(
                id,
                group,
                Shards.shardOf(group == null ? id : group),
                Objects.requireNonNullElse(FieldValues.text(document, OutboxFields.TYPE), ""),
                Payloads.of(document, settings.maxPayloadBytes()),
                FieldValues.number(document.get(OutboxFields.RETRY_COUNT)),
                moment(document, OutboxFields.CREATED_AT),
                new Claim(token.number(), moment(document, OutboxFields.PROCESSED_AT)),
                SuspicionFields.in(document));
    }

    private static Instant moment(BsonDocument document, String field) {
        return Objects.requireNonNullElse(FieldValues.moment(document, field), Instant.EPOCH);
    }

    /** What is ours to deliver, with the exact ids. */
    Map<Message, BsonValue> kept() {
        return kept;
    }

    /** What is to be given back, as far as the claim has it. */
    List<BsonValue> unused() {
        return unused;
    }

    MongoClaimResult taken() {
        return new MongoClaimResult(true, List.copyOf(kept.keySet()), moreOf, cut);
    }
}
