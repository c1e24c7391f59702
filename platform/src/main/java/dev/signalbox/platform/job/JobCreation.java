package dev.signalbox.platform.job;

import java.util.List;

/** What became of posted jobs. */
public sealed interface JobCreation {
    /** Nothing was stored, because an id is taken already. */
    record IdTaken() implements JobCreation {}

    /** Nothing was stored, because a pool or account that a job refers to was deleted just now. */
    record ReferenceGone() implements JobCreation {}

    /** All are stored. The results are in the order of the request. */
    record Stored(List<CreatedJob> jobs) implements JobCreation {
        public Stored {
            jobs = List.copyOf(jobs);
        }
    }
}
