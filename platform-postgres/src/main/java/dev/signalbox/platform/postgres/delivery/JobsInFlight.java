package dev.signalbox.platform.postgres.delivery;

import com.github.f4b6a3.tsid.Tsid;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.message.Suspicion;
import dev.signalbox.jdbc.OpenClaims;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The jobs that an incarnation has handed out, the claims under which they are recorded, and the suspects. */
final class JobsInFlight {
    private static final int MOST_UNANSWERED = 1_000;

    /** @param number the claim; 0 until it is recorded */
    private record Claimed(QueueRow row, long number) {}

    private final Map<Long, Claimed> jobs = new HashMap<>();
    private final OpenClaims claims = new OpenClaims();
    private final LinkedHashSet<Long> unanswered = new LinkedHashSet<>();
    private final Map<String, Suspicion> suspects = new HashMap<>();

    synchronized boolean isEmpty() {
        return jobs.isEmpty();
    }

    synchronized List<QueueRow> rows() {
        return jobs.values().stream().map(Claimed::row).toList();
    }

    synchronized boolean contains(QueueKey key) {
        Claimed claimed = jobs.get(key.job());
        return claimed != null && claimed.row().key().equals(key);
    }

    synchronized void chosen(QueueRow row) {
        jobs.put(row.key().job(), new Claimed(row, 0));
    }

    /** Sets the number under which these rows were claimed. */
    synchronized void handOut(long number, List<QueueRow> rows) {
        claims.open(number, rows.size());
        rows.forEach(row -> jobs.put(row.key().job(), new Claimed(row, number)));
    }

    synchronized void remove(QueueKey key) {
        jobs.remove(key.job());
    }

    /** The row of a message, if it is still in flight under the same claim. */
    synchronized @Nullable QueueRow rowOf(Message message) {
        Claimed claimed = claimed(message.id());
        return claimed != null && claimed.number() == message.claim().number() ? claimed.row() : null;
    }

    synchronized @Nullable QueueKey keyOf(String id) {
        Claimed claimed = claimed(id);
        return claimed == null ? null : claimed.row().key();
    }

    private @Nullable Claimed claimed(String id) {
        return Tsid.isValid(id) ? jobs.get(Tsid.from(id).toLong()) : null;
    }

    OpenClaims claims() {
        return claims;
    }

    /** The call failed, so the record of this claim may exist, or may still appear. */
    synchronized void addUnanswered(long number) {
        unanswered.add(number);
        if (unanswered.size() > MOST_UNANSWERED) {
            unanswered.removeFirst();
        }
    }

    synchronized Long[] unanswered() {
        return unanswered.toArray(Long[]::new);
    }

    synchronized Suspicion suspicion(QueueKey key) {
        return suspects.isEmpty() ? Suspicion.NONE : suspects.getOrDefault(key.toString(), Suspicion.NONE);
    }

    synchronized void suspects(Map<String, Suspicion> loaded) {
        suspects.clear();
        suspects.putAll(loaded);
    }

    /** Adds suspects that other nodes recorded since the last recovery. */
    synchronized void suspected(Map<String, Suspicion> found) {
        suspects.putAll(found);
    }

    synchronized boolean isSuspect(QueueKey key) {
        return !suspects.isEmpty() && suspects.containsKey(key.toString());
    }

    synchronized void cleared(QueueKey key) {
        suspects.remove(key.toString());
    }
}
