package dev.signalbox.platform.delivery;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The attempts of this node's jobs between the request and the record in the database. The sink writes it, and the source reads it
 * when it records a verdict. It also decides whether an attempt may begin, because a job may be cancelled at any time.
 *
 * <p>At most one attempt of a job is under way in this process, whatever the source forgets meanwhile.
 */
public final class AttemptJournal {
    /** What is kept of a job's attempts until they are recorded. */
    static final int FIRST = 5;

    static final int LAST = 20;

    /** The most characters of responses in memory. Beyond it, only the beginning of a response is kept. */
    static final long MOST_CHARACTERS = 8L << 20;

    /** How much of a response is kept in any case. */
    static final int SHORT_RESPONSE = 200;

    /** Whether a job that is to end can be ended now. */
    public enum Ending {
        /** No attempt is under way, and none begins any more. */
        NO_ATTEMPT,
        /** An attempt is under way, or has succeeded and is not recorded yet; none begins after it. Its verdict decides. */
        IN_FLIGHT
    }

    private final Map<String, Entry> entries = new HashMap<>();
    private long characters;

    /** Begins an attempt; false if the job ends and must not be sent, or an attempt of it is under way. */
    public synchronized boolean begin(String job) {
        Entry entry = entries.computeIfAbsent(job, _ -> new Entry());
        if (entry.inFlight || entry.forbidden) {
            return false;
        }
        entry.inFlight = true;
        return true;
    }

    /** The attempt that has begun has ended, or was not made after all, in which case there is no report. */
    public synchronized void end(String job, List<AttemptReport> report) {
        Entry entry = entries.get(job);
        if (entry == null || !entry.inFlight) {
            return;
        }
        entry.inFlight = false;
        if (entry.cleared) {
            entries.remove(job);
            return;
        }
        report.forEach(each -> add(entry, each));
    }

    private void add(Entry entry, AttemptReport report) {
        AttemptReport kept =
                characters + report.responseLength() > MOST_CHARACTERS ? report.shortened(SHORT_RESPONSE) : report;
        characters += kept.responseLength();
        (entry.first.size() < FIRST ? entry.first : entry.last).add(kept);
        if (entry.last.size() > LAST) {
            characters -= entry.last.removeFirst().responseLength();
        }
        entry.delivered = report.error() == null;
    }

    /** From now on no attempt of this job begins. */
    public synchronized Ending forbid(String job) {
        Entry entry = entries.computeIfAbsent(job, _ -> new Entry());
        entry.forbidden = true;
        return entry.inFlight || entry.delivered ? Ending.IN_FLIGHT : Ending.NO_ATTEMPT;
    }

    public synchronized boolean isInFlight(String job) {
        Entry entry = entries.get(job);
        return entry != null && entry.inFlight;
    }

    /** The attempts that are not recorded yet, the oldest first. */
    public synchronized List<AttemptReport> unrecorded(String job) {
        Entry entry = entries.get(job);
        return entry == null ? List.of() : entry.reports();
    }

    /** The job's attempts are recorded, or it belongs to another node. */
    public synchronized void forget(String job) {
        Entry entry = entries.remove(job);
        if (entry == null) {
            return;
        }
        dropReports(entry);
        if (entry.inFlight) {
            entries.put(job, entry);
        }
    }

    /** Forgets everything: this node begins anew. Attempts under way leave no report. */
    public synchronized void clear() {
        entries.values().removeIf(entry -> !entry.inFlight);
        entries.values().forEach(entry -> {
            dropReports(entry);
            entry.cleared = true;
        });
        characters = 0;
    }

    private void dropReports(Entry entry) {
        entry.reports().forEach(report -> characters -= report.responseLength());
        entry.first.clear();
        entry.last.clear();
        entry.delivered = false;
    }

    /** How many jobs it knows. */
    synchronized int size() {
        return entries.size();
    }

    /** What is known of one job. */
    private static final class Entry {
        final List<AttemptReport> first = new ArrayList<>();
        final Deque<AttemptReport> last = new ArrayDeque<>();
        boolean inFlight;
        /** Whether no further attempt may begin. */
        boolean forbidden;
        /** Whether the last attempt has succeeded. */
        boolean delivered;
        /** Whether the attempt under way is of a time before this node began anew. */
        boolean cleared;

        List<AttemptReport> reports() {
            List<AttemptReport> all = new ArrayList<>(first);
            all.addAll(last);
            return all;
        }
    }
}
