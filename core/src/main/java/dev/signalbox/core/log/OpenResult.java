package dev.signalbox.core.log;

import java.util.List;

/** What a new owner begins with. */
public sealed interface OpenResult {
    /**
     * The progress as it stands.
     *
     * @param revision the number of the last write
     * @param generation another number whenever the pair began, or somebody moved it
     */
    record Opened(
            long revision,
            long generation,
            ProgressUpdate.FeedState feedState,
            List<DeferredGroupRow> deferredGroups,
            Suspects suspects)
            implements OpenResult {
        /** A progress that nobody moves. */
        public Opened(
                long revision, ProgressUpdate.FeedState standing, List<DeferredGroupRow> parked, Suspects suspects) {
            this(revision, 0, standing, parked, suspects);
        }
    }

    /** The owner has lost its lease. */
    record Fenced() implements OpenResult {}
}
