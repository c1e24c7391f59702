package dev.signalbox.platform.ingest;

import dev.signalbox.platform.StoreException;
import dev.signalbox.platform.event.EventBodies;
import dev.signalbox.platform.event.EventDraft;
import dev.signalbox.platform.id.TsidIds;
import dev.signalbox.platform.input.FieldError;
import dev.signalbox.platform.input.InputTooLargeException;
import dev.signalbox.platform.input.InvalidInputException;
import dev.signalbox.platform.matching.SubscriptionMatcher;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;

/** Takes posted events: matches them, and stores them with their jobs. */
public final class EventIngest {
    /** What happens with events of types that are not registered, or archived. */
    public enum UnknownTypes {
        ACCEPT,
        REJECT
    }

    private final StoreEvents events;
    private final GroupedPosts posts;

    public EventIngest(SubscriptionMatcher matcher, IngestStore store, TsidIds ids, UnknownTypes unknownTypes) {
        this.events = new StoreEvents(matcher, store, ids, unknownTypes);
        this.posts = new GroupedPosts(events);
    }

    /** One event. Posts that arrive at the same time are stored together. */
    public IngestResult post(EventDraft draft) throws StoreException, InvalidInputException, InputTooLargeException {
        return switch (posts.store(draft)) {
            case BatchResult.Item.Stored(IngestResult result) -> result;
            case BatchResult.Item.Refused(List<FieldError> errors) -> throw new InvalidInputException(errors);
        };
    }

    /** All events of a batch in one transaction, or none. */
    public BatchResult batch(EventBodies.Batch batch)
            throws StoreException, InvalidInputException, InputTooLargeException {
        List<BatchResult.Item> items = new ArrayList<>();
        events.storeAll(batch.valid()).forEach(result -> items.add(new BatchResult.Item.Stored(result)));
        return new BatchResult(items);
    }

    /** The good events of a batch in one transaction; the others are refused one by one. */
    public BatchResult partialBatch(EventBodies.Batch batch) throws StoreException, InputTooLargeException {
        List<EventDraft> good = new ArrayList<>();
        for (EventDraft draft : batch.items()) {
            if (draft != null) {
                good.add(draft);
            }
        }
        Iterator<BatchResult.Item> stored = events.storeGood(good).iterator();
        List<BatchResult.Item> items = new ArrayList<>();
        for (int i = 0; i < batch.items().size(); i++) {
            items.add(
                    batch.items().get(i) == null
                            ? new BatchResult.Item.Refused(errorsOf(batch.errors(), i))
                            : stored.next());
        }
        return new BatchResult(items);
    }

    /** How many single posts wait for a statement. */
    public int waitingPosts() {
        return posts.waiting();
    }

    private static List<FieldError> errorsOf(List<FieldError> errors, int place) {
        return errors.stream()
                .filter(error -> Objects.equals(error.index(), place))
                .toList();
    }
}
