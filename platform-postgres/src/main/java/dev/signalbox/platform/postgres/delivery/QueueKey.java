package dev.signalbox.platform.postgres.delivery;

import com.github.f4b6a3.tsid.Tsid;
import java.util.Comparator;

/** A row of the queue, and its name in {@code signalbox.claims} and {@code suspects}. */
record QueueKey(long stream, long position, long job) implements Comparable<QueueKey> {
    private static final Comparator<QueueKey> BY_PLACE =
            Comparator.comparingLong(QueueKey::stream).thenComparingLong(QueueKey::position);

    /** The id of its message. */
    String id() {
        return Tsid.from(job).toString();
    }

    @Override
    public int compareTo(QueueKey other) {
        return BY_PLACE.compare(this, other);
    }

    @Override
    public String toString() {
        return stream + ":" + position + ":" + job;
    }
}
