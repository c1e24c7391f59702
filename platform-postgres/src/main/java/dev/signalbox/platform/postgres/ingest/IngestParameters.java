package dev.signalbox.platform.postgres.ingest;

import dev.signalbox.platform.event.ContextEntry;
import dev.signalbox.platform.event.EventDraft;
import dev.signalbox.platform.ingest.IngestEvent;
import dev.signalbox.platform.ingest.IngestJob;
import dev.signalbox.platform.ingest.IngestRequest;
import dev.signalbox.platform.postgres.database.DeduplicationKey;
import dev.signalbox.platform.postgres.database.RowValues;
import dev.signalbox.platform.postgres.event.EventRow;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The parameters of the ingest statement: a request as arrays. */
final class IngestParameters {
    private final List<IngestEvent> events;
    private final @Nullable String[] keys;
    private final Map<String, Object> values = new HashMap<>();
    private final boolean jobs;
    private final boolean context;

    IngestParameters(IngestRequest request) {
        this.events = request.events();
        this.keys = texts(it -> DeduplicationKey.ofEvent(it.client(), it.deduplicationId()));
        values.put("version", request.version());
        addEvents();
        this.jobs = addJobs();
        this.context = addContext();
    }

    Map<String, Object> values() {
        return values;
    }

    boolean hasJobs() {
        return jobs;
    }

    boolean hasContext() {
        return context;
    }

    /** The keys of the events, in their order; null where an event has none. */
    @Nullable
    String[] keys() {
        return keys;
    }

    private void addEvents() {
        values.put("ids", events.stream().map(it -> it.id().toLong()).toArray(Long[]::new));
        values.put("keys", keys);
        values.put("clients", texts(EventDraft::client));
        values.put("types", texts(EventDraft::type));
        values.put("spec_versions", texts(EventDraft::specVersion));
        values.put("sources", texts(EventDraft::source));
        values.put("subjects", texts(EventDraft::subject));
        values.put("times", texts(it -> RowValues.text(it.time())));
        values.put("data", texts(it -> it.data() == null ? null : it.data().text()));
        values.put("correlation_ids", texts(EventDraft::correlationId));
        values.put("causation_ids", texts(EventDraft::causationId));
        values.put("deduplication_ids", texts(EventDraft::deduplicationId));
        values.put("groups", texts(EventDraft::messageGroup));
        values.put("contexts", texts(it -> EventRow.writeContext(it.contextData())));
        values.put("job_counts", events.stream().map(it -> it.jobs().size()).toArray(Integer[]::new));
    }

    private @Nullable String[] texts(Function<EventDraft, @Nullable String> field) {
        @Nullable String[] texts = new String[events.size()];
        for (int i = 0; i < texts.length; i++) {
            texts[i] = field.apply(events.get(i).draft());
        }
        return texts;
    }

    private boolean addJobs() {
        List<Long> ids = new ArrayList<>();
        List<Long> ofEvents = new ArrayList<>();
        List<Long> streams = new ArrayList<>();
        List<Integer> places = new ArrayList<>();
        for (int i = 0; i < events.size(); i++) {
            for (IngestJob job : events.get(i).jobs()) {
                ids.add(job.id().toLong());
                ofEvents.add(events.get(i).id().toLong());
                streams.add(job.subscription().toLong());
                places.add(i);
            }
        }
        values.put("job_ids", ids.toArray(Long[]::new));
        values.put("job_events", ofEvents.toArray(Long[]::new));
        values.put("job_streams", streams.toArray(Long[]::new));
        values.put("job_keys", at(places, keys));
        values.put("job_clients", at(places, texts(EventDraft::client)));
        values.put("job_groups", at(places, texts(EventDraft::messageGroup)));
        return !ids.isEmpty();
    }

    private static @Nullable String[] at(List<Integer> places, @Nullable String[] texts) {
        @Nullable String[] chosen = new String[places.size()];
        for (int i = 0; i < chosen.length; i++) {
            chosen[i] = texts[places.get(i)];
        }
        return chosen;
    }

    private boolean addContext() {
        List<Long> ofEvents = new ArrayList<>();
        List<Long> entries = new ArrayList<>();
        List<Integer> places = new ArrayList<>();
        for (int i = 0; i < events.size(); i++) {
            for (ContextEntry entry : events.get(i).draft().contextData()) {
                ofEvents.add(events.get(i).id().toLong());
                entries.add(DeduplicationKey.contextEntry(entry.key(), entry.value()));
                places.add(i);
            }
        }
        values.put("context_events", ofEvents.toArray(Long[]::new));
        values.put("context_entries", entries.toArray(Long[]::new));
        values.put("context_keys", at(places, keys));
        return !entries.isEmpty();
    }
}
