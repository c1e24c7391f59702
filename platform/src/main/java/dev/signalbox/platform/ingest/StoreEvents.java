package dev.signalbox.platform.ingest;

import dev.signalbox.platform.StoreException;
import dev.signalbox.platform.event.EventDraft;
import dev.signalbox.platform.id.TsidIds;
import dev.signalbox.platform.input.InputTooLargeException;
import dev.signalbox.platform.input.InvalidInputException;
import dev.signalbox.platform.matching.MatchingKey;
import dev.signalbox.platform.matching.MatchingRows;
import dev.signalbox.platform.matching.SubscriptionMatcher;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;

/** Matches events and stores them, until the registry stands still in between. */
final class StoreEvents {
    /** After this many changes of the registry in between, it is locked. */
    private static final int OUTDATED_BEFORE_LOCK = 2;

    private static final int ATTEMPTS = 6;

    private final SubscriptionMatcher matcher;
    private final IngestStore store;
    private final TsidIds ids;
    private final boolean registeredOnly;

    StoreEvents(SubscriptionMatcher matcher, IngestStore store, TsidIds ids, EventIngest.UnknownTypes unknownTypes) {
        this.matcher = matcher;
        this.store = store;
        this.ids = ids;
        this.registeredOnly = unknownTypes == EventIngest.UnknownTypes.REJECT;
    }

    /** An attempt to store, by a plan. */
    private record Attempt(IngestPlan plan, IngestAnswer answer) {}

    /** What was stored, by a plan. */
    private record Success(IngestPlan plan, IngestAnswer.Stored stored) {}

    /** What becomes of the events, in their order. Either all are stored, or none. Of equal ones the first counts. */
    List<IngestResult> storeAll(List<EventDraft> drafts)
            throws StoreException, InvalidInputException, InputTooLargeException {
        Success success = store(drafts, IngestPlan::acceptsAll);
        if (!success.plan.acceptsAll()) {
            throw new InvalidInputException(success.plan.errors());
        }
        return success.plan.results(success.stored);
    }

    /** The same, but the others are stored although some are refused. */
    List<BatchResult.Item> storeGood(List<EventDraft> drafts) throws StoreException, InputTooLargeException {
        Success success = store(drafts, _ -> true);
        return success.plan.items(success.stored);
    }

    /** @param wanted whether the events that a plan accepts are to be stored */
    private Success store(List<EventDraft> drafts, Predicate<IngestPlan> wanted)
            throws StoreException, InputTooLargeException {
        Set<MatchingKey> keys = new HashSet<>();
        drafts.forEach(draft -> keys.add(MatchingKey.of(draft)));
        int outdated = 0;
        for (int number = 0; number < ATTEMPTS; number++) {
            Attempt attempt = outdated < OUTDATED_BEFORE_LOCK
                    ? attempt(IngestPlan.of(drafts, match(keys), registeredOnly), wanted)
                    : attemptLocked(keys, drafts, wanted);
            switch (attempt.answer) {
                case IngestAnswer.Stored stored -> {
                    attempt.plan.checkSize();
                    return new Success(attempt.plan, stored);
                }
                case IngestAnswer.Outdated _ -> {
                    outdated++;
                    matcher.refresh(attempt.plan.version());
                }
                case IngestAnswer.IdTaken _ -> {
                    // The next attempt has other ids
                }
            }
        }
        throw new StoreException(
                "could not store events: ids were taken or the registry changed at each of " + ATTEMPTS + " attempts");
    }

    /** What is unregistered by the cache may have been registered since, by another node. */
    private MatchingRows match(Set<MatchingKey> keys) throws StoreException {
        MatchingRows cached = matcher.match(keys);
        return registeredOnly && !cached.allRegistered() ? matcher.matchAnew(keys, cached.version()) : cached;
    }

    private Attempt attempt(IngestPlan plan, Predicate<IngestPlan> wanted) throws StoreException {
        IngestRequest request = request(plan, wanted);
        return new Attempt(
                plan, request.events().isEmpty() ? new IngestAnswer.Stored(List.of()) : store.ingest(request));
    }

    private Attempt attemptLocked(Set<MatchingKey> keys, List<EventDraft> drafts, Predicate<IngestPlan> wanted)
            throws StoreException {
        AtomicReference<IngestPlan> plan =
                new AtomicReference<>(IngestPlan.of(drafts, MatchingRows.NONE, registeredOnly));
        IngestAnswer answer = store.ingestLocked(keys, rows -> {
            plan.set(IngestPlan.of(drafts, rows, registeredOnly));
            return request(plan.get(), wanted);
        });
        return new Attempt(plan.get(), answer);
    }

    /** Without events, if none is to be stored. */
    private IngestRequest request(IngestPlan plan, Predicate<IngestPlan> wanted) throws StoreException {
        return wanted.test(plan) && plan.fits() ? plan.request(ids) : new IngestRequest(plan.version(), List.of());
    }
}
