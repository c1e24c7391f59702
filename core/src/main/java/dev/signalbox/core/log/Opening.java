package dev.signalbox.core.log;

import java.util.List;

/** What a new owner begins with. */
public sealed interface Opening {
    /**
     * The progress as it stands.
     *
     * @param revision the number of the last write
     * @param generation another number whenever the pair began, or somebody moved it
     */
    record Opened(long revision, long generation, Progress.Standing standing, List<Parked> parked, Suspects suspects)
            implements Opening {
        /** A progress that nobody moves. */
        public Opened(long revision, Progress.Standing standing, List<Parked> parked, Suspects suspects) {
            this(revision, 0, standing, parked, suspects);
        }
    }

    /** The owner has lost its lease. */
    record Fenced() implements Opening {}
}
