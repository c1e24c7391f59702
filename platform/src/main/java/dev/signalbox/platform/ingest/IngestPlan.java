package dev.signalbox.platform.ingest;

import com.github.f4b6a3.tsid.Tsid;
import dev.signalbox.platform.StoreException;
import dev.signalbox.platform.event.EventDraft;
import dev.signalbox.platform.id.TsidIds;
import dev.signalbox.platform.input.DistinctItems;
import dev.signalbox.platform.input.FieldError;
import dev.signalbox.platform.input.InputLimits;
import dev.signalbox.platform.input.InputTooLargeException;
import dev.signalbox.platform.matching.MatchedSubscription;
import dev.signalbox.platform.matching.MatchingKey;
import dev.signalbox.platform.matching.MatchingRows;
import dev.signalbox.platform.matching.TypeMatches;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * What is to be done with posted events, as the registry is in one version.
 *
 * @param accepted for each event, whether it is to be stored
 * @param distinct the accepted ones without repetitions
 * @param subscriptions those that get jobs, for each of the distinct ones
 */
record IngestPlan(
        long version,
        List<Boolean> accepted,
        DistinctItems<EventDraft> distinct,
        List<List<MatchedSubscription>> subscriptions) {
    private static final String UNREGISTERED = "is not a registered event type, or is archived";

    /** @param registered whether only events of registered types are accepted */
    static IngestPlan of(List<EventDraft> drafts, MatchingRows rows, boolean registered) {
        List<Boolean> accepted = new ArrayList<>();
        List<EventDraft> good = new ArrayList<>();
        for (EventDraft draft : drafts) {
            boolean accept = !registered || matches(rows, draft).registered();
            accepted.add(accept);
            if (accept) {
                good.add(draft);
            }
        }
        DistinctItems<EventDraft> distinct = DistinctItems.of(
                good,
                draft -> draft.deduplicationId() == null ? null : draft.client() + '\0' + draft.deduplicationId());
        return new IngestPlan(
                rows.version(),
                accepted,
                distinct,
                distinct.items().stream()
                        .map(it -> matches(rows, it).taking(it.specVersion()))
                        .toList());
    }

    private static TypeMatches matches(MatchingRows rows, EventDraft draft) {
        return rows.matches().getOrDefault(MatchingKey.of(draft), TypeMatches.NONE);
    }

    boolean acceptsAll() {
        return !accepted.contains(false);
    }

    /** What is wrong with the events that are not accepted, by their places. */
    List<FieldError> errors() {
        List<FieldError> errors = new ArrayList<>();
        for (int i = 0; i < accepted.size(); i++) {
            if (!accepted.get(i)) {
                errors.add(new FieldError(i, "type", UNREGISTERED));
            }
        }
        return errors;
    }

    /** Whether one statement can store all jobs. */
    boolean fits() {
        return jobs() <= InputLimits.JOBS_PER_REQUEST;
    }

    void checkSize() throws InputTooLargeException {
        if (!fits()) {
            throw new InputTooLargeException(
                    "the request, with %d jobs for its events,".formatted(jobs()),
                    InputLimits.JOBS_PER_REQUEST,
                    "jobs");
        }
    }

    private long jobs() {
        return subscriptions.stream().mapToLong(List::size).sum();
    }

    /** Makes new ids. */
    IngestRequest request(TsidIds ids) throws StoreException {
        List<IngestEvent> events = new ArrayList<>();
        for (int i = 0; i < distinct.items().size(); i++) {
            Tsid id = ids.next();
            List<IngestJob> jobs = new ArrayList<>();
            for (MatchedSubscription subscription : subscriptions.get(i)) {
                jobs.add(new IngestJob(ids.next(), subscription.id()));
            }
            events.add(new IngestEvent(id, distinct.items().get(i), jobs));
        }
        return new IngestRequest(version, events);
    }

    /** What has become of each accepted event. */
    List<IngestResult> results(IngestAnswer.Stored stored) {
        return distinct.spread(stored.results(), result -> new IngestResult(result.event(), true));
    }

    /** What has become of each event. */
    List<BatchResult.Item> items(IngestAnswer.Stored stored) {
        Iterator<IngestResult> results = results(stored).iterator();
        List<BatchResult.Item> items = new ArrayList<>();
        for (boolean accept : accepted) {
            items.add(
                    accept
                            ? new BatchResult.Item.Stored(results.next())
                            : new BatchResult.Item.Refused(List.of(new FieldError(null, "type", UNREGISTERED))));
        }
        return items;
    }
}
