package dev.signalbox.platform.ingest;

import dev.signalbox.platform.StoreException;
import dev.signalbox.platform.event.EventBodies;
import dev.signalbox.platform.event.EventDraft;
import dev.signalbox.platform.id.TsidIds;
import dev.signalbox.platform.input.FieldError;
import dev.signalbox.platform.input.InvalidInputException;
import dev.signalbox.platform.matching.MatchingKey;
import dev.signalbox.platform.matching.SubscriptionMatcher;
import dev.signalbox.platform.matching.TypeMatches;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Takes posted events: matches them, and stores them with their jobs. */
public final class EventIngest {
    /** What happens with events of types that are not registered. */
    public enum UnknownTypes {
        ACCEPT,
        REJECT
    }

    private final SubscriptionMatcher matcher;
    private final UnknownTypes unknownTypes;
    private final StoreEvents events;
    private final GroupedPosts posts;

    public EventIngest(SubscriptionMatcher matcher, IngestStore store, TsidIds ids, UnknownTypes unknownTypes) {
        this.matcher = matcher;
        this.unknownTypes = unknownTypes;
        this.events = new StoreEvents(matcher, store, ids);
        this.posts = new GroupedPosts(events);
    }

    /** One event. Posts that arrive at the same time are stored together. */
    public IngestResult post(EventDraft draft) throws StoreException, InvalidInputException {
        List<FieldError> unknown = unknownTypes(List.of(draft), false);
        if (!unknown.isEmpty()) {
            throw new InvalidInputException(unknown);
        }
        return posts.store(draft);
    }

    /** All events of a batch in one transaction, or none. */
    public BatchResult batch(EventBodies.Batch batch) throws StoreException, InvalidInputException {
        List<EventDraft> drafts = batch.valid();
        List<FieldError> unknown = unknownTypes(drafts, true);
        if (!unknown.isEmpty()) {
            throw new InvalidInputException(unknown);
        }
        List<BatchResult.Item> items = new ArrayList<>();
        store(drafts).forEach(result -> items.add(new BatchResult.Item.Stored(result)));
        return new BatchResult(items);
    }

    /** The good events of a batch in one transaction; the others are refused one by one. */
    public BatchResult partialBatch(EventBodies.Batch batch) throws StoreException {
        List<FieldError> errors = new ArrayList<>(batch.errors());
        errors.addAll(unknownTypes(batch.items(), true));
        List<EventDraft> good = new ArrayList<>();
        for (int i = 0; i < batch.items().size(); i++) {
            EventDraft draft = batch.items().get(i);
            if (draft != null && errorsOf(errors, i).isEmpty()) {
                good.add(draft);
            }
        }
        List<IngestResult> stored = store(good);
        List<BatchResult.Item> items = new ArrayList<>();
        int next = 0;
        for (int i = 0; i < batch.items().size(); i++) {
            List<FieldError> own = errorsOf(errors, i);
            boolean refused = batch.items().get(i) == null || !own.isEmpty();
            items.add(refused ? new BatchResult.Item.Refused(own) : new BatchResult.Item.Stored(stored.get(next++)));
        }
        return new BatchResult(items);
    }

    /** How many single posts wait for a statement. */
    public int waitingPosts() {
        return posts.waiting();
    }

    private List<IngestResult> store(List<EventDraft> drafts) throws StoreException {
        return drafts.isEmpty() ? List.of() : events.store(drafts);
    }

    private static List<FieldError> errorsOf(List<FieldError> errors, int place) {
        return errors.stream()
                .filter(error -> Objects.equals(error.index(), place))
                .toList();
    }

    private List<FieldError> unknownTypes(List<? extends @Nullable EventDraft> drafts, boolean batch)
            throws StoreException {
        if (unknownTypes == UnknownTypes.ACCEPT) {
            return List.of();
        }
        Set<MatchingKey> keys = new HashSet<>();
        for (EventDraft draft : drafts) {
            if (draft != null) {
                keys.add(MatchingKey.of(draft));
            }
        }
        Map<MatchingKey, TypeMatches> known = matcher.match(keys).matches();
        List<FieldError> errors = new ArrayList<>();
        for (int i = 0; i < drafts.size(); i++) {
            EventDraft draft = drafts.get(i);
            if (draft != null
                    && !known.getOrDefault(MatchingKey.of(draft), TypeMatches.NONE)
                            .registered()) {
                errors.add(new FieldError(batch ? i : null, "type", "is not a registered event type"));
            }
        }
        return errors;
    }
}
