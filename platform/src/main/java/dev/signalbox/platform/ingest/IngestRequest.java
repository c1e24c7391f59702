package dev.signalbox.platform.ingest;

import java.util.List;

/**
 * Events to store together.
 *
 * @param version the version of the registry that the jobs were made by
 * @param events in the order of the request; no two of a client with the same deduplication id
 */
public record IngestRequest(long version, List<IngestEvent> events) {
    public IngestRequest {
        events = List.copyOf(events);
    }
}
