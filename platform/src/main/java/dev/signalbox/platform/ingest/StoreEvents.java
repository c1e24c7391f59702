package dev.signalbox.platform.ingest;

import com.github.f4b6a3.tsid.Tsid;
import dev.signalbox.platform.StoreException;
import dev.signalbox.platform.event.EventDraft;
import dev.signalbox.platform.id.TsidIds;
import dev.signalbox.platform.matching.MatchedSubscription;
import dev.signalbox.platform.matching.MatchingKey;
import dev.signalbox.platform.matching.MatchingRows;
import dev.signalbox.platform.matching.SubscriptionMatcher;
import dev.signalbox.platform.matching.TypeMatches;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Matches events and stores them, until the registry stands still in between. */
final class StoreEvents {
    /** After this many changes of the registry in between, it is locked. */
    private static final int OUTDATED_BEFORE_LOCK = 2;

    private static final int ATTEMPTS = 6;

    private final SubscriptionMatcher matcher;
    private final IngestStore store;
    private final TsidIds ids;

    StoreEvents(SubscriptionMatcher matcher, IngestStore store, TsidIds ids) {
        this.matcher = matcher;
        this.store = store;
        this.ids = ids;
    }

    /** What becomes of the events, in their order. Of equal ones the first counts. */
    List<IngestResult> store(List<EventDraft> drafts) throws StoreException {
        Merged merged = Merged.of(drafts);
        return merged.spread(storeDistinct(merged.distinct()));
    }

    private List<IngestResult> storeDistinct(List<EventDraft> drafts) throws StoreException {
        Set<MatchingKey> keys = new HashSet<>();
        drafts.forEach(draft -> keys.add(MatchingKey.of(draft)));
        int outdated = 0;
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            boolean locked = outdated >= OUTDATED_BEFORE_LOCK;
            MatchingRows rows = locked ? new MatchingRows(0, Map.of()) : matcher.match(keys);
            IngestAnswer answer = locked
                    ? store.ingestLocked(keys, found -> request(drafts, found))
                    : store.ingest(request(drafts, rows));
            switch (answer) {
                case IngestAnswer.Stored stored -> {
                    return stored.results();
                }
                case IngestAnswer.Outdated _ -> {
                    outdated++;
                    if (!locked) {
                        matcher.refresh(rows.version());
                    }
                }
                case IngestAnswer.IdTaken _ -> {
                    // The next attempt has other ids
                }
            }
        }
        throw new StoreException(
                "could not store events: ids were taken or the registry changed at each of " + ATTEMPTS + " attempts");
    }

    private IngestRequest request(List<EventDraft> drafts, MatchingRows rows) throws StoreException {
        List<IngestEvent> events = new ArrayList<>(drafts.size());
        for (EventDraft draft : drafts) {
            Tsid id = ids.next();
            List<IngestJob> jobs = new ArrayList<>();
            TypeMatches matches = rows.matches().getOrDefault(MatchingKey.of(draft), TypeMatches.NONE);
            for (MatchedSubscription subscription : matches.taking(draft.specVersion())) {
                jobs.add(new IngestJob(ids.next(), subscription.id()));
            }
            events.add(new IngestEvent(id, draft, jobs));
        }
        return new IngestRequest(rows.version(), events);
    }

    /**
     * Events without repetitions.
     *
     * @param places for each event the place of its first occurrence among the distinct ones
     * @param repeated whether an event occurred before
     */
    private record Merged(List<EventDraft> distinct, List<Integer> places, List<Boolean> repeated) {
        static Merged of(List<EventDraft> drafts) {
            Map<String, Integer> known = new HashMap<>();
            Map<Integer, EventDraft> distinct = new LinkedHashMap<>();
            List<Integer> places = new ArrayList<>();
            List<Boolean> repeated = new ArrayList<>();
            for (EventDraft draft : drafts) {
                int next = distinct.size();
                Integer before = draft.deduplicationId() == null
                        ? null
                        : known.putIfAbsent(draft.client() + '\0' + draft.deduplicationId(), next);
                places.add(before == null ? next : before);
                repeated.add(before != null);
                if (before == null) {
                    distinct.put(next, draft);
                }
            }
            return new Merged(List.copyOf(distinct.values()), places, repeated);
        }

        List<IngestResult> spread(List<IngestResult> results) {
            List<IngestResult> all = new ArrayList<>();
            for (int i = 0; i < places.size(); i++) {
                IngestResult result = results.get(places.get(i));
                all.add(repeated.get(i) ? new IngestResult(result.event(), true) : result);
            }
            return all;
        }
    }
}
