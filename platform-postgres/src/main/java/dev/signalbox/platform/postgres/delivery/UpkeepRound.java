package dev.signalbox.platform.postgres.delivery;

import dev.signalbox.core.source.SourceException;
import org.jspecify.annotations.Nullable;

/** What the tasks of a round have found. One that fails does not hold the others back: its failure is thrown at the end. */
final class UpkeepRound {
    private boolean mayDeliver;
    private boolean more;
    private @Nullable SourceException failure;

    /** One kind of upkeep. Each round does a bounded piece of it. */
    interface UpkeepTask {
        void run() throws SourceException;
    }

    void run(UpkeepTask task) {
        try {
            task.run();
        } catch (SourceException e) {
            if (failure == null) {
                failure = e;
            } else {
                failure.addSuppressed(e);
            }
        }
    }

    /** There may be something new to deliver. */
    void foundJobs(boolean found) {
        mayDeliver |= found;
    }

    /** Another piece waits, and can be done at once. */
    void hasMore(boolean left) {
        more |= left;
    }

    /** @param idle whether no job waits, as far as the source knows */
    UpkeepResult result(boolean idle) throws SourceException {
        if (failure != null) {
            throw failure;
        }
        return new UpkeepResult(mayDeliver, !mayDeliver && !more && idle, more);
    }
}
