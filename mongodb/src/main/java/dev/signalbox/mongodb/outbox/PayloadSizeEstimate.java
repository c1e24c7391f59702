package dev.signalbox.mongodb.outbox;

import dev.signalbox.core.message.Message;

/** How large payloads are, as far as was seen: their size is known only when they have been read. */
final class PayloadSizeEstimate {
    private static final long INITIAL_SIZE = 4 << 10;
    private static final int MIN_COUNT = 4;

    private double average;

    synchronized void record(Message message) {
        average = average == 0 ? message.size() : average * 0.98 + message.size() * 0.02;
    }

    /** How many of the size seen so far fit. */
    synchronized int fittingCount(long bytes, int most) {
        return average == 0 ? most : Math.clamp((long) (bytes / Math.max(1, average)), Math.min(MIN_COUNT, most), most);
    }

    /** How many to read at once, so that not much more is read than there is room for. */
    synchronized int readBatchSize(long bytes, int most) {
        double each = average == 0 ? INITIAL_SIZE : Math.max(1, average);
        return Math.clamp((long) (bytes / each), MIN_COUNT, Math.max(MIN_COUNT, most));
    }
}
