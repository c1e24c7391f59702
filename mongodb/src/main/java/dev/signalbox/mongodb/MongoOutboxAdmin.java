package dev.signalbox.mongodb;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.CountOptions;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.Sorts;
import com.mongodb.client.model.Updates;
import dev.signalbox.core.admin.OutboxAdmin;
import dev.signalbox.core.admin.OutboxAdmin.MessageFilter;
import dev.signalbox.core.admin.OutboxAdmin.MessagePage;
import dev.signalbox.core.admin.OutboxAdmin.MessageQuery;
import dev.signalbox.core.admin.RefusedException;
import dev.signalbox.core.outbox.OutboxSettings;
import dev.signalbox.core.source.SourceException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongBiFunction;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.bson.BsonInvalidOperationException;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.conversions.Bson;
import org.bson.json.JsonParseException;
import org.jspecify.annotations.Nullable;

/** Operator actions on an outbox collection: backlog, browsing, retry, discard. */
public final class MongoOutboxAdmin implements OutboxAdmin {
    private static final int COUNT_LIMIT = 10_000;
    private static final Bson MAKE_PENDING = Updates.combine(
            Updates.set(OutboxFields.STATUS, OutboxFields.PENDING),
            Updates.set(OutboxFields.RETRY_COUNT, 0),
            Updates.set(OutboxFields.PROCESSED_AT, null),
            Updates.set(OutboxFields.ERROR_MESSAGE, null));

    private final OutboxCollection outbox;
    private final MongoPageReader pages;
    private final MongoMessageFinder finder;

    public MongoOutboxAdmin(CollectionName collection, MongoConnections connections, OutboxSettings settings) {
        this.outbox = new OutboxCollection(collection, connections, settings);
        this.pages = new MongoPageReader(outbox);
        this.finder = new MongoMessageFinder(outbox);
    }

    /**
     * Measures the backlog without reading all of it: counts up to a limit, because the server has no statistics per status,
     * and takes the oldest message from the first ones in index order.
     */
    @Override
    public Backlog backlog() throws SourceException {
        long waiting = count(OutboxFields.PENDING);
        long processing = count(OutboxFields.PROCESSING);
        boolean overLimit = waiting > COUNT_LIMIT || processing > COUNT_LIMIT;
        Instant now = outbox.serverTime();
        Duration age = Stream.concat(oldest(OutboxFields.PENDING).stream(), oldest(OutboxFields.PROCESSING).stream())
                .min(Comparator.naturalOrder())
                .map(oldest -> oldest.isAfter(now) ? Duration.ZERO : Duration.between(oldest, now))
                .orElse(null);
        return new Backlog(waiting + processing, overLimit, age, overLimit);
    }

    private long count(String status) throws SourceException {
        CountOptions limit = new CountOptions()
                .limit(COUNT_LIMIT + 1)
                .maxTime(outbox.connections().commandTimeout().toMillis(), TimeUnit.MILLISECONDS);
        return outbox.run(
                "measure the backlog",
                documents -> documents.countDocuments(Filters.eq(OutboxFields.STATUS, status), limit));
    }

    private Optional<Instant> oldest(String status) throws SourceException {
        List<BsonDocument> found = outbox.find(
                "look for the oldest message",
                Filters.eq(OutboxFields.STATUS, status),
                Projections.include(OutboxFields.CREATED_AT),
                OutboxCollection.FindOptions.first(COUNT_LIMIT, OutboxFields.INDEX_ORDER));
        return found.stream()
                .map(document -> FieldValues.instant(document, OutboxFields.CREATED_AT))
                .filter(Objects::nonNull)
                .min(Comparator.naturalOrder());
    }

    @Override
    public MessagePage page(MessageQuery query) throws SourceException {
        return pages.read(query);
    }

    @Override
    public Optional<MessageDetails> find(String id) throws SourceException {
        return finder.find(id);
    }

    @Override
    public List<String> retry(List<String> ids) throws SourceException {
        return changeEach(
                ids,
                "retry messages",
                (documents, failed) -> documents.updateOne(failed, MAKE_PENDING).getModifiedCount());
    }

    @Override
    public List<String> discard(List<String> ids) throws SourceException, RefusedException {
        try {
            return changeEach(
                    ids,
                    "discard messages",
                    (documents, failed) -> documents.deleteOne(failed).getDeletedCount());
        } catch (SourceException e) {
            if (MongoConnections.isUnauthorized(e.getCause())) {
                throw new RefusedException("Discarding deletes the document, and this user may not delete: grant the"
                        + " action remove on collection " + outbox.name() + ".");
            }
            throw e;
        }
    }

    /** Changes failed messages one by one, so that it knows exactly which ones changed. */
    private List<String> changeEach(
            List<String> ids, String what, ToLongBiFunction<MongoCollection<BsonDocument>, Bson> change)
            throws SourceException {
        Bson isFailed = Filters.eq(OutboxFields.STATUS, OutboxFields.FAILED);
        Bson wanted = Filters.and(Filters.in(OutboxFields.ID, MessageIds.candidates(ids)), isFailed);
        List<String> done = new ArrayList<>();
        for (BsonDocument found :
                outbox.find("look for failed messages", wanted, Projections.include(OutboxFields.ID))) {
            BsonValue key = MessageIds.of(found);
            Bson stillFailed = Filters.and(Filters.eq(OutboxFields.ID, key), isFailed);
            if (outbox.run(what, documents -> change.applyAsLong(documents, stillFailed)) > 0) {
                done.add(MessageIds.text(key));
            }
        }
        return done;
    }

    /**
     * Reads messages of one state page by page in the order of the claim index: by group, ungrouped messages last, then by time
     * and id.
     */
    record MongoPageReader(OutboxCollection outbox) {
        /** The most documents that one page scans for a filter without an index. */
        private static final int MAX_SCANNED = 10_000;

        private static final int MAX_TOKEN_LENGTH = 8_192;
        private static final Bson BY_ID = Sorts.ascending(OutboxFields.ID);

        /**
         * The position of a page's last message, encoded as an opaque text for the next request.
         *
         * @param at its exact creation time
         * @param key its exact id
         */
        private record PageToken(@Nullable String group, BsonValue at, BsonValue key) {
            static PageToken of(BsonDocument document) {
                return new PageToken(
                        FieldValues.text(document, OutboxFields.GROUP),
                        document.get(OutboxFields.CREATED_AT, BsonNull.VALUE),
                        MessageIds.of(document));
            }

            String text() {
                String json = new BsonDocument("g", group == null ? BsonNull.VALUE : new BsonString(group))
                        .append("a", at)
                        .append("i", key)
                        .toJson();
                return Base64.getUrlEncoder().withoutPadding().encodeToString(json.getBytes(StandardCharsets.UTF_8));
            }

            static PageToken parse(String text) {
                if (text.length() > MAX_TOKEN_LENGTH) {
                    throw invalid(null);
                }
                try {
                    BsonDocument parts =
                            BsonDocument.parse(new String(Base64.getUrlDecoder().decode(text), StandardCharsets.UTF_8));
                    return new PageToken(
                            FieldValues.text(parts, "g"),
                            Objects.requireNonNull(parts.get("a"), "a"),
                            Objects.requireNonNull(parts.get("i"), "i"));
                } catch (IllegalArgumentException
                        | JsonParseException
                        | BsonInvalidOperationException
                        | NullPointerException e) {
                    throw invalid(e);
                }
            }

            private static IllegalArgumentException invalid(@Nullable Exception cause) {
                return new IllegalArgumentException("after is not what an earlier page ended with", cause);
            }

            boolean isSameMomentAs(PageToken other) {
                return Objects.equals(group, other.group) && at.equals(other.at);
            }
        }

        MessagePage read(MessageQuery query) throws SourceException {
            PageToken after = query.after() == null ? null : PageToken.parse(query.after());
            int scan = query.filter().needsLooking() ? MAX_SCANNED : query.limit() + 1;
            List<BsonDocument> scanned = new ArrayList<>();
            for (Bson section : sections(query, after)) {
                if (scanned.size() < scan) {
                    readSection(section, scan - scanned.size(), scanned);
                }
            }
            return page(query, scanned, scanned.size() >= scan);
        }

        private static MessagePage page(MessageQuery query, List<BsonDocument> scanned, boolean more) {
            List<MessageSummary> found = new ArrayList<>();
            BsonDocument last = null;
            for (BsonDocument document : scanned) {
                MessageSummary summary = MongoMessageFinder.summary(document, query.state());
                if (matches(summary, query.filter())) {
                    if (found.size() == query.limit()) {
                        return new MessagePage(
                                found, last == null ? null : PageToken.of(last).text());
                    }
                    found.add(summary);
                }
                last = document;
            }
            return new MessagePage(
                    found, more && last != null ? PageToken.of(last).text() : null);
        }

        private static List<Bson> sections(MessageQuery query, @Nullable PageToken after) {
            Bson state = Filters.eq(OutboxFields.STATUS, query.state().name());
            String group = query.filter().group();
            List<Bson> sections = new ArrayList<>();
            if (after != null) {
                Bson same = Filters.and(state, Filters.eq(OutboxFields.GROUP, after.group()));
                sections.add(Filters.and(
                        same,
                        Filters.eq(OutboxFields.CREATED_AT, after.at()),
                        Filters.gt(OutboxFields.ID, after.key())));
                sections.add(Filters.and(same, Filters.gt(OutboxFields.CREATED_AT, after.at())));
            }
            if (group != null && after == null) {
                sections.add(Filters.and(state, Filters.eq(OutboxFields.GROUP, group)));
            } else if (group == null && (after == null || after.group() != null)) {
                sections.add(Filters.and(
                        state,
                        after == null
                                ? Filters.gte(OutboxFields.GROUP, "")
                                : Filters.gt(OutboxFields.GROUP, after.group())));
                sections.add(Filters.and(state, Filters.eq(OutboxFields.GROUP, null)));
            }
            return sections;
        }

        /** The index ends with the time, so the messages of the last moment are read again in the order of their ids. */
        private void readSection(Bson filter, int most, List<BsonDocument> scanned) throws SourceException {
            List<BsonDocument> found = outbox.find(
                    "read a page",
                    filter,
                    OutboxFields.SUMMARY,
                    OutboxCollection.FindOptions.first(most, OutboxFields.INDEX_ORDER));
            int start = 0;
            while (start < found.size()) {
                int end = start + 1;
                while (end < found.size()
                        && PageToken.of(found.get(start)).isSameMomentAs(PageToken.of(found.get(end)))) {
                    end++;
                }
                boolean cut = end == found.size() && found.size() == most;
                scanned.addAll(cut ? moment(filter, found.get(start), end - start) : byId(found.subList(start, end)));
                start = end;
            }
        }

        private List<BsonDocument> moment(Bson filter, BsonDocument one, int most) throws SourceException {
            PageToken mark = PageToken.of(one);
            Bson moment = Filters.and(
                    filter,
                    Filters.eq(OutboxFields.GROUP, mark.group()),
                    Filters.eq(OutboxFields.CREATED_AT, mark.at()));
            return outbox.find(
                    "read a page", moment, OutboxFields.SUMMARY, OutboxCollection.FindOptions.first(most, BY_ID));
        }

        private static List<BsonDocument> byId(List<BsonDocument> moment) {
            List<BsonDocument> sorted = new ArrayList<>(moment);
            sorted.sort(MessageIds.BY_ID);
            return sorted;
        }

        private static boolean matches(MessageSummary summary, MessageFilter filter) {
            String reason = filter.reasonContains();
            String error = summary.lastError();
            return (filter.type() == null || filter.type().equals(summary.type()))
                    && (filter.changedBefore() == null
                            || (summary.changedAt() != null
                                    && summary.changedAt().isBefore(filter.changedBefore())))
                    && (reason == null
                            || (error != null
                                    && error.toLowerCase(Locale.ROOT).contains(reason.toLowerCase(Locale.ROOT))));
        }
    }
}
