package dev.signalbox.core.log;

import java.util.List;

/** What a new owner begins with. */
public sealed interface Opening {
    /**
     * The progress as it stands.
     *
     * @param revision the number of the last write
     */
    record Opened(long revision, Progress.Standing standing, List<Parked> parked, Suspects suspects)
            implements Opening {}

    /** The owner has lost its lease. */
    record Fenced() implements Opening {}
}
