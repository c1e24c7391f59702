package dev.signalbox.platform.postgres.delivery;

import dev.signalbox.platform.delivery.AttemptReport;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is to be recorded of a job.
 *
 * @param attempts how many attempts counted before
 * @param counts whether another one counts now, which then is the last of the reports
 * @param delayMillis until the next attempt
 * @param reports attempts that are not recorded yet
 */
record JobVerdict(
        QueueKey key,
        JobOutcome outcome,
        int attempts,
        boolean counts,
        long delayMillis,
        @Nullable String reason,
        List<AttemptReport> reports) {
    /** What becomes of a job. Most have the number of the status that it has then. */
    enum JobOutcome {
        /** It waits as before. */
        RELEASED(0),
        /** It is tried again later. */
        RETRIED(1),
        COMPLETED(3),
        GIVEN_UP(4),
        CANCELLED(5),
        /** It is given up, and holds its group. */
        GIVEN_UP_AND_HELD(6);

        final int number;

        JobOutcome(int number) {
            this.number = number;
        }

        boolean leavesQueue() {
            return number >= COMPLETED.number;
        }
    }

    /** A job that ends although it was not delivered. */
    static JobVerdict cancelled(QueueKey key, int attempts, String reason, List<AttemptReport> reports) {
        return new JobVerdict(key, JobOutcome.CANCELLED, attempts, false, 0, reason, reports);
    }
}
