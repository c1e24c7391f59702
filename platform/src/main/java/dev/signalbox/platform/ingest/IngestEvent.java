package dev.signalbox.platform.ingest;

import com.github.f4b6a3.tsid.Tsid;
import dev.signalbox.platform.event.EventDraft;
import java.util.List;

/** An event to store, with its jobs. */
public record IngestEvent(Tsid id, EventDraft draft, List<IngestJob> jobs) {
    public IngestEvent {
        jobs = List.copyOf(jobs);
    }
}
