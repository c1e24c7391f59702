package dev.signalbox.platform.ingest;

import java.util.List;

/** What became of a request. */
public sealed interface IngestAnswer {
    /** Nothing was stored, because the registry has changed. */
    record Outdated() implements IngestAnswer {}

    /** Nothing was stored, because an id is taken already. */
    record IdTaken() implements IngestAnswer {}

    /** All is stored. The results are in the order of the request. */
    record Stored(List<IngestResult> results) implements IngestAnswer {
        public Stored {
            results = List.copyOf(results);
        }
    }
}
