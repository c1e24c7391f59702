package dev.signalbox.demo.shop;

import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;

/** Makes ids of 13 characters that sort by time. */
final class Tsids {
    private static final String DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    private static final long EPOCH = Instant.parse("2020-01-01T00:00:00Z").toEpochMilli();
    private static final int COUNTER_BITS = 22;
    private static final int LENGTH = 13;

    private final InstantSource time;
    private final AtomicLong last = new AtomicLong();

    Tsids(InstantSource time) {
        this.time = time;
    }

    /** Milliseconds and a counter; where the clock stands still or goes back, the counter goes on. */
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
