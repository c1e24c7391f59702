package dev.signalbox.mongodb.outbox;

import com.mongodb.client.model.Projections;
import dev.signalbox.core.coordination.Shards;
import dev.signalbox.core.message.Claim;
import dev.signalbox.core.message.Message;
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
final class ReadBack {
    private static final Bson FIELDS = Projections.include(
            OutboxFields.TYPE,
            OutboxFields.GROUP,
            OutboxFields.PAYLOAD,
            OutboxFields.RETRY_COUNT,
            OutboxFields.CREATED_AT,
            OutboxFields.PROCESSED_AT,
            OutboxFields.SUSPECT);

    private final OutboxAccess access;
    private final OutboxSettings settings;
    private final ClaimToken token;
    private final SizeGuess sizes;
    private final Map<Message, BsonValue> kept = new LinkedHashMap<>();
    private final List<BsonValue> unused = new ArrayList<>();
    private final Set<String> moreOf = new HashSet<>();
    private final Map<BsonValue, Message> read = new HashMap<>();
    private final Set<BsonValue> asked = new HashSet<>();
    private long room;
    private boolean cut;

    ReadBack(OutboxAccess access, OutboxSettings settings, ClaimToken token, SizeGuess sizes) {
        this.access = access;
        this.settings = settings;
        this.token = token;
        this.sizes = sizes;
    }

    void read(List<Run> runs, long bytes, boolean inOrder) throws SourceException {
        room = bytes;
        List<Found> all = runs.stream().flatMap(run -> run.rows().stream()).toList();
        int place = 0;
        for (Run run : runs) {
            boolean whole = true;
            int before = kept.size();
            for (Found row : run.rows()) {
                if (!cut && !asked.contains(row.key())) {
                    load(all.subList(place, Math.min(all.size(), place + sizes.chunk(room, all.size()))));
                }
                place++;
                whole &= keep(row, whole || !inOrder);
            }
            if (run.group() != null && kept.size() > before && (run.more() || !whole)) {
                moreOf.add(run.group());
            }
        }
    }

    private boolean keep(Found row, boolean mayGo) {
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

    private void load(List<Found> rows) throws SourceException {
        List<BsonValue> keys = rows.stream().map(Found::key).toList();
        asked.addAll(keys);
        for (BsonDocument document : access.find(
                "read claimed messages", GiveBack.held(keys, List.of(token)), FIELDS, find -> find.hint(ById.INDEX))) {
            Message message = message(document);
            sizes.saw(message);
            read.put(MessageIds.of(document), message);
        }
    }

    private Message message(BsonDocument document) {
        String id = MessageIds.text(MessageIds.of(document));
        String group = Found.group(document);
        return new Message(
                id,
                group,
                Shards.shardOf(group == null ? id : group),
                Objects.requireNonNullElse(FieldValues.text(document, OutboxFields.TYPE), ""),
                Payloads.of(document, settings.maxPayloadBytes()),
                FieldValues.number(document.get(OutboxFields.RETRY_COUNT)),
                moment(document, OutboxFields.CREATED_AT),
                new Claim(token.number(), moment(document, OutboxFields.PROCESSED_AT)),
                Suspicions.in(document));
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

    Taken taken() {
        return new Taken(true, List.copyOf(kept.keySet()), moreOf, cut);
    }
}
