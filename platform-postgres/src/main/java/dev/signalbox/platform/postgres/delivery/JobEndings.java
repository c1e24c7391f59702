package dev.signalbox.platform.postgres.delivery;

import com.github.f4b6a3.tsid.Tsid;
import dev.signalbox.platform.delivery.AttemptJournal;
import dev.signalbox.platform.delivery.AttemptJournal.Ending;
import dev.signalbox.platform.delivery.AttemptReport;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Jobs that are to end although they are not delivered, against attempts that may be under way. An attempt that has begun
 * decides: if it succeeds, the job is completed.
 */
final class JobEndings {
    private final AttemptJournal journal;

    /** Why each job is to end whose attempt was under way. */
    private final Map<Long, String> reasons = new HashMap<>();
    /** Jobs that have ended while they were handed out: no attempt may begin before the relay lets go of them. */
    private final Set<Long> endedInHand = new HashSet<>();

    JobEndings(AttemptJournal journal) {
        this.journal = journal;
    }

    /** From now on no attempt of this job begins; false if one is under way, or has succeeded. */
    synchronized boolean mayEnd(QueueKey key, String reason) {
        boolean free = journal.forbid(key.id()) == Ending.NO_ATTEMPT && !hasSucceeded(key.id());
        if (!free) {
            reasons.put(key.job(), reason);
        }
        return free;
    }

    private boolean hasSucceeded(String id) {
        List<AttemptReport> reports = journal.unrecorded(id);
        return !reports.isEmpty() && reports.getLast().error() == null;
    }

    /** Why a job that was not delivered ends now; null if nothing ends it. */
    synchronized @Nullable String reason(QueueKey key) {
        return reasons.get(key.job());
    }

    /** Jobs that are to end and whose attempt, under way or not recorded yet, decides. */
    synchronized Long[] undecided() {
        return reasons.keySet().stream().filter(this::isUndecided).toArray(Long[]::new);
    }

    private boolean isUndecided(long job) {
        String id = Tsid.from(job).toString();
        return journal.isInFlight(id) || hasSucceeded(id);
    }

    List<AttemptReport> reports(QueueKey key) {
        return journal.unrecorded(key.id());
    }

    /** A job has ended. */
    synchronized void ended(QueueKey key, boolean inHand) {
        reasons.remove(key.job());
        if (inHand) {
            endedInHand.add(key.job());
        } else {
            journal.forget(key.id());
        }
    }

    /** The relay lets go of a job; returns whether it had ended before. */
    synchronized boolean letGo(QueueKey key) {
        journal.forget(key.id());
        reasons.remove(key.job());
        return endedInHand.remove(key.job());
    }

    /** A new incarnation begins: nothing of the last one is in flight. */
    synchronized void clear() {
        reasons.clear();
        endedInHand.clear();
        journal.clear();
    }
}
