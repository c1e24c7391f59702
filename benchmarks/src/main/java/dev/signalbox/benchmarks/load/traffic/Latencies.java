package dev.signalbox.benchmarks.load.traffic;

import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/** Times of many threads: all that count, and those since somebody last looked. */
public final class Latencies {
    private static final long LONGEST_MICROS = TimeUnit.MINUTES.toMicros(30);
    private static final int DIGITS = 3;

    private final Recorder all = new Recorder(LONGEST_MICROS, DIGITS);
    private final Recorder recent = new Recorder(LONGEST_MICROS, DIGITS);
    private final Histogram total = new Histogram(LONGEST_MICROS, DIGITS);

    public void add(long nanos, boolean counts) {
        long micros = Math.clamp(TimeUnit.NANOSECONDS.toMicros(nanos), 0, LONGEST_MICROS);
        recent.recordValue(micros);
        if (counts) {
            all.recordValue(micros);
        }
    }

    /** Those since the last look. */
    public Quantiles recent() {
        return Quantiles.of(recent.getIntervalHistogram());
    }

    /** All that count. */
    public synchronized Quantiles all() {
        total.add(all.getIntervalHistogram());
        return Quantiles.of(total);
    }
}
