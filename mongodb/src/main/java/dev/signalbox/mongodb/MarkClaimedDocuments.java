package dev.signalbox.mongodb;

import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import com.mongodb.client.result.UpdateResult;
import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.delivery.Ordering;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.message.Message.Claim;
import dev.signalbox.core.message.OversizedColumn;
import dev.signalbox.core.message.Payload;
import dev.signalbox.core.source.ClaimSource.ClaimRequest;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.mongodb.MongoGroupPrefixReader.CandidateDocument;
import dev.signalbox.mongodb.MongoGroupPrefixReader.GroupPrefix;
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

/**
 * Claims the selected messages: marks all of them in one update with a new token, then checks the lease, and reads what has
 * the token. A message that another node has claimed meanwhile ends its group prefix, and the messages after it are
 * released.
 */
final class MarkClaimedDocuments {
    /**
     * The result of marking and reading messages.
     *
     * @param owned false if the owner has lost its lease, and nothing was claimed
     * @param cut whether messages were released because they did not fit
     */
    record ClaimedMessages(boolean owned, List<Message> messages, Set<String> moreOf, boolean cut) {
        static final ClaimedMessages NOTHING = new ClaimedMessages(true, List.of(), Set.of(), false);
        static final ClaimedMessages FENCED = new ClaimedMessages(false, List.of(), Set.of(), false);

        boolean hasUngrouped() {
            return messages.stream().anyMatch(message -> message.group() == null);
        }
    }

    private static final List<String> LIMITED = List.of(OutboxFields.TYPE, OutboxFields.GROUP, OutboxFields.CREATED_AT);

    private final OutboxCollection outbox;
    private final PayloadSizeEstimate sizes = new PayloadSizeEstimate();

    MarkClaimedDocuments(OutboxCollection outbox) {
        this.outbox = outbox;
    }

    /** How many messages fit, if their payloads are as large as those before. */
    int room(ClaimRequest request) {
        return sizes.fittingCount(request.bytes(), request.messages());
    }

    ClaimedMessages claim(
            Incarnation owner, InFlightDocuments inFlight, List<GroupPrefix> prefixes, ClaimRequest request)
            throws SourceException {
        List<BsonValue> keys = keys(prefixes);
        ClaimToken token = inFlight.beginClaim(keys);
        try {
            Bson waiting = Filters.and(
                    Filters.in(OutboxFields.ID, keys), Filters.eq(OutboxFields.STATUS, OutboxFields.PENDING));
            UpdateResult marked = outbox.run(
                    "claim messages",
                    documents -> documents.updateMany(waiting, mark(token), OutboxCollection.updateById()));
            if (!outbox.fence().isLive(owner)) {
                releaseUngrouped(token, prefixes);
                return ClaimedMessages.FENCED;
            }
            if (marked.getMatchedCount() == 0) {
                inFlight.claimed(token, Map.of());
                return ClaimedMessages.NOTHING;
            }
            MarkedDocuments documents = new MarkedDocuments(token, request.bytes());
            documents.read(prefixes);
            outbox.release(token, documents.unused);
            inFlight.claimed(token, documents.kept);
            return new ClaimedMessages(true, List.copyOf(documents.kept.keySet()), documents.moreOf, documents.cut);
        } finally {
            inFlight.claimFailed();
        }
    }

    /**
     * Releases only ungrouped messages. The next owner finds the others as blocked groups: if they were released while it
     * reads, later messages of their groups would overtake them.
     */
    private void releaseUngrouped(ClaimToken token, List<GroupPrefix> prefixes) throws SourceException {
        outbox.release(
                token,
                keys(prefixes.stream().filter(prefix -> prefix.group() == null).toList()));
    }

    private static List<BsonValue> keys(List<GroupPrefix> prefixes) {
        return prefixes.stream()
                .flatMap(prefix -> prefix.rows().stream())
                .map(CandidateDocument::key)
                .toList();
    }

    private static Bson mark(ClaimToken token) {
        return Updates.combine(
                Updates.set(OutboxFields.STATUS, OutboxFields.PROCESSING),
                Updates.set(OutboxFields.CLAIM, token.bson()),
                Updates.currentDate(OutboxFields.PROCESSED_AT));
    }

    /** Estimates the size of payloads from those read before. */
    private static final class PayloadSizeEstimate {
        private static final long INITIAL_SIZE = 4 << 10;
        private static final int MIN_COUNT = 4;

        private double average;

        synchronized void record(Message message) {
            average = average == 0 ? message.size() : average * 0.98 + message.size() * 0.02;
        }

        synchronized int fittingCount(long bytes, int most) {
            return average == 0
                    ? most
                    : Math.clamp((long) (bytes / Math.max(1, average)), Math.min(MIN_COUNT, most), most);
        }

        /** How many to read at once without reading much more than fits. */
        synchronized int readBatchSize(long bytes, int most) {
            double each = average == 0 ? INITIAL_SIZE : Math.max(1, average);
            return Math.clamp((long) (bytes / each), MIN_COUNT, Math.max(MIN_COUNT, most));
        }
    }

    /** Reads the messages that a claim has marked, in the order requested, up to the size limit. */
    private final class MarkedDocuments {
        private final ClaimToken token;
        private final Map<Message, BsonValue> kept = new LinkedHashMap<>();
        /** The documents to release, if the claim has marked them. */
        private final List<BsonValue> unused = new ArrayList<>();

        private final Set<String> moreOf = new HashSet<>();
        private final Map<BsonValue, Message> read = new HashMap<>();
        private final Set<BsonValue> requested = new HashSet<>();
        private long room;
        private boolean cut;

        MarkedDocuments(ClaimToken token, long room) {
            this.token = token;
            this.room = room;
        }

        void read(List<GroupPrefix> prefixes) throws SourceException {
            boolean inOrder = outbox.settings().ordering() != Ordering.NONE;
            List<BsonValue> all = keys(prefixes);
            int index = 0;
            for (GroupPrefix prefix : prefixes) {
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
            boolean fits = message != null && (kept.isEmpty() || message.heldBytes() <= room);
            cut |= message != null && !fits;
            if (message == null || !allowed || cut) {
                unused.add(row.key());
                return false;
            }
            room -= message.heldBytes();
            kept.put(message, row.key());
            return true;
        }

        private void load(List<BsonValue> keys) throws SourceException {
            requested.addAll(keys);
            for (BsonDocument document : outbox.find(
                    "read claimed messages",
                    OutboxCollection.claimedBy(keys, List.of(token)),
                    OutboxFields.DELIVERY,
                    OutboxCollection.FindOptions.BY_ID)) {
                Message message = message(document);
                sizes.record(message);
                read.put(MessageIds.of(document), message);
            }
        }

        private Message message(BsonDocument document) {
            String id = MessageIds.text(MessageIds.of(document));
            String group = FieldValues.text(document, OutboxFields.GROUP);
            OversizedColumn oversized = outbox.limitedFields().oversized(document, LIMITED);
            return new Message(
                    id,
                    group,
                    Shards.shardOf(group == null ? id : group),
                    Objects.requireNonNullElse(FieldValues.text(document, OutboxFields.TYPE), ""),
                    oversized == null
                            ? Payloads.of(document, outbox.settings().maxPayloadBytes())
                            : Payload.leftBehind(oversized),
                    FieldValues.number(document, OutboxFields.RETRY_COUNT),
                    moment(document, OutboxFields.CREATED_AT),
                    new Claim(token.number(), moment(document, OutboxFields.PROCESSED_AT)),
                    SuspectDocuments.suspicion(document));
        }

        private static Instant moment(BsonDocument document, String field) {
            return Objects.requireNonNullElse(FieldValues.instant(document, field), Instant.EPOCH);
        }
    }
}
