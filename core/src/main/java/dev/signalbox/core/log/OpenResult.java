package dev.signalbox.core.log;

import java.util.List;

/** What a new owner begins with. */
public sealed interface OpenResult {
    /**
     * The recorded progress; its generation changes when the feed is created or an operator moves it.
     *
     * @param horizon all transactions below it have ended, so their events were there when the feed was opened
     */
    record Opened(
            long revision,
            long generation,
            ProgressUpdate.FeedState feedState,
            List<DeferredGroupRow> deferredGroups,
            Suspects suspects,
            long horizon)
            implements OpenResult {}

    /** The owner has lost its lease. */
    record Fenced() implements OpenResult {}
}
