package dev.signalbox.mongodb.outbox;

import dev.signalbox.core.message.Message;

/** Estimates the size of payloads from those read before. */
final class PayloadSizeEstimate {
    private static final long INITIAL_SIZE = 4 << 10;
    private static final int MIN_COUNT = 4;

    private double average;

    synchronized void record(Message message) {
        average = average == 0 ? message.size() : average * 0.98 + message.size() * 0.02;
    }

    /** How many payloads of the estimated size fit. */
    synchronized int fittingCount(long bytes, int most) {
        return average == 0 ? most : Math.clamp((long) (bytes / Math.max(1, average)), Math.min(MIN_COUNT, most), most);
    }

    /** How many to read at once without reading much more than fits. */
    synchronized int readBatchSize(long bytes, int most) {
        double each = average == 0 ? INITIAL_SIZE : Math.max(1, average);
        return Math.clamp((long) (bytes / each), MIN_COUNT, Math.max(MIN_COUNT, most));
    }
}
