package dev.signalbox.platform.ingest;

import dev.signalbox.platform.StoreException;
import dev.signalbox.platform.matching.MatchingKey;
import dev.signalbox.platform.matching.MatchingRows;
import java.util.Set;

/** Stores events with their jobs: all of a request, or nothing. */
public interface IngestStore {
    /**
     * Originals of duplicates come without data that is too large for a list.
     *
     * @throws StoreException also if the answer was lost, or could not be completed: then all or nothing is stored
     */
    IngestAnswer ingest(IngestRequest request) throws StoreException;

    /**
     * Stores while the registry can't change, for requests that found it changed again and again.
     *
     * @param build makes the request from what matches under the lock
     */
    IngestAnswer ingestLocked(Set<MatchingKey> keys, RequestBuilder build) throws StoreException;

    /** Makes a request from what matches. */
    @FunctionalInterface
    interface RequestBuilder {
        IngestRequest build(MatchingRows rows) throws StoreException;
    }
}
