package dev.signalbox.platform.delivery;

import dev.signalbox.platform.delivery.AttemptJournal.Entry.State;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The attempts of this node's jobs between the request and the record in the database. The sink writes it, and the source reads it
 * when it records a verdict. It also decides whether an attempt may begin, because a job may be cancelled at any time.
 */
public final class AttemptJournal {
    /** What is kept of a job's attempts until they are recorded. */
    static final int FIRST = 5;

    static final int LAST = 20;

    /** Whether a job that is to end can be ended now. */
    public enum Ending {
        /** No attempt is under way, and none begins any more. */
        NO_ATTEMPT,
        /** An attempt is under way; none begins after it. Its verdict decides. */
        IN_FLIGHT
    }

    private final ConcurrentHashMap<String, Entry> entries = new ConcurrentHashMap<>();

    /** Begins an attempt; false if the job ends and must not be sent. */
    public boolean begin(String job) {
        return entries.compute(job, (_, before) -> (before == null ? new Entry() : before).begun()).state
                == State.IN_FLIGHT;
    }

    /** An attempt has ended, or was not made after all, in which case there is no report. */
    public void end(String job, List<AttemptReport> report) {
        entries.computeIfPresent(job, (_, entry) -> entry.ended(report));
    }

    /** From now on no attempt of this job begins. */
    public Ending forbid(String job) {
        Entry entry = entries.compute(job, (_, before) -> (before == null ? new Entry() : before).forbidden());
        return entry.state == State.FORBIDDEN ? Ending.NO_ATTEMPT : Ending.IN_FLIGHT;
    }

    public boolean isInFlight(String job) {
        Entry entry = entries.get(job);
        return entry != null && (entry.state == State.IN_FLIGHT || entry.state == State.LAST_IN_FLIGHT);
    }

    /** The attempts that are not recorded yet, the oldest first. */
    public List<AttemptReport> unrecorded(String job) {
        Entry entry = entries.get(job);
        return entry == null ? List.of() : entry.reports();
    }

    /** The job's attempts are recorded, or it belongs to another node. */
    public void forget(String job) {
        entries.remove(job);
    }

    /** Forgets everything: this node begins anew. */
    public void clear() {
        entries.clear();
    }

    /** Changed only within an atomic operation of the map. */
    static final class Entry {
        enum State {
            WAITING,
            IN_FLIGHT,
            LAST_IN_FLIGHT,
            FORBIDDEN
        }

        private final List<AttemptReport> first = new ArrayList<>();
        private final Deque<AttemptReport> last = new ArrayDeque<>();
        private volatile State state = State.WAITING;

        private Entry begun() {
            if (state == State.WAITING) {
                state = State.IN_FLIGHT;
            }
            return this;
        }

        private Entry forbidden() {
            state = state == State.IN_FLIGHT || state == State.LAST_IN_FLIGHT ? State.LAST_IN_FLIGHT : State.FORBIDDEN;
            return this;
        }

        private synchronized Entry ended(List<AttemptReport> report) {
            state = state == State.LAST_IN_FLIGHT || state == State.FORBIDDEN ? State.FORBIDDEN : State.WAITING;
            for (AttemptReport each : report) {
                (first.size() < FIRST ? first : last).add(each);
                if (last.size() > LAST) {
                    last.removeFirst();
                }
            }
            return this;
        }

        private synchronized List<AttemptReport> reports() {
            List<AttemptReport> all = new ArrayList<>(first);
            all.addAll(last);
            return all;
        }
    }
}
