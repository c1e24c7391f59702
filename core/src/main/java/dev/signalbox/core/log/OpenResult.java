package dev.signalbox.core.log;

import java.util.List;

/** What a new owner begins with. */
public sealed interface OpenResult {
    /**
     * The recorded progress.
     *
     * @param revision the number of the last write
     * @param generation changes whenever the feed is created or an operator moves it
     */
    record Opened(
            long revision,
            long generation,
            ProgressUpdate.FeedState feedState,
            List<DeferredGroupRow> deferredGroups,
            Suspects suspects)
            implements OpenResult {
        /** A progress that no operator has moved. */
        public Opened(
                long revision,
                ProgressUpdate.FeedState feedState,
                List<DeferredGroupRow> deferredGroups,
                Suspects suspects) {
            this(revision, 0, feedState, deferredGroups, suspects);
        }
    }

    /** The owner has lost its lease. */
    record Fenced() implements OpenResult {}
}
