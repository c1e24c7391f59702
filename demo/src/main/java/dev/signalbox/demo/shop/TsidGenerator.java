package dev.signalbox.demo.shop;

import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;

/** Generates ids of 13 characters that sort by time. */
final class TsidGenerator {
    private static final String DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    private static final long EPOCH = Instant.parse("2020-01-01T00:00:00Z").toEpochMilli();
    private static final int COUNTER_BITS = 22;
    private static final int LENGTH = 13;

    private final InstantSource time;
    private final AtomicLong last = new AtomicLong();

    TsidGenerator(InstantSource time) {
        this.time = time;
    }

    /** Combines milliseconds and a counter, which goes on where the clock stands still or goes back. */
    String next() {
        long earliest = (time.millis() - EPOCH) << COUNTER_BITS;
        long id = last.updateAndGet(previous -> Math.max(previous + 1, earliest));
        char[] text = new char[LENGTH];
        for (int i = LENGTH - 1; i >= 0; i--) {
            text[i] = DIGITS.charAt((int) (id & 31));
            id >>>= 5;
        }
        return new String(text);
    }
}
