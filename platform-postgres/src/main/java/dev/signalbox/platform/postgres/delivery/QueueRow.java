package dev.signalbox.platform.postgres.delivery;

import org.jspecify.annotations.Nullable;

/**
 * What is known of a waiting job before it is claimed. Times are milliseconds of the database's clock.
 *
 * @param dueAt its own time; 0 for none
 */
record QueueRow(QueueKey key, @Nullable String group, long acceptedAt, long dueAt, int attempts) {
    long position() {
        return key.position();
    }

    QueueRow dueAt(long time) {
        return new QueueRow(key, group, acceptedAt, time, attempts);
    }

    /** The same after an attempt that counts. */
    QueueRow failed(long nextAttempt) {
        return new QueueRow(key, group, acceptedAt, nextAttempt, attempts + 1);
    }

    /** When it may go, if its stream waits so long after a job was accepted. A row with its own time waits for that only. */
    long readyAt(long delayMillis) {
        return dueAt > 0 ? dueAt : delayMillis == 0 ? 0 : acceptedAt + delayMillis;
    }
}
