package dev.signalbox.runtime.relays;

import dev.signalbox.core.admin.Backlog;
import dev.signalbox.core.admin.OutboxAdmin;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.core.time.Clock;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Measures a backlog at most every few seconds, however many ask, and less often where measuring takes long. */
final class CachedBacklog {
    private static final long KEPT = Duration.ofSeconds(3).toNanos();
    /** A table without a fitting index must not be kept busy by being measured. */
    private static final int SHARE_OF_TIME = 20;

    private final OutboxAdmin admin;
    private final Clock clock;
    private @Nullable Backlog last;
    private @Nullable SourceException failure;
    private long measureAt;

    CachedBacklog(OutboxAdmin desk, Clock clock) {
        this.admin = desk;
        this.clock = clock;
        this.measureAt = clock.nanos();
    }

    synchronized Backlog get() throws SourceException {
        if (clock.nanos() - measureAt >= 0) {
            measure();
        }
        Backlog known = last;
        if (known == null) {
            throw new SourceException("the backlog was not measured: " + (failure == null ? "" : failure.getMessage()));
        }
        return known;
    }

    private void measure() {
        long start = clock.nanos();
        try {
            last = admin.backlog();
            failure = null;
        } catch (SourceException e) {
            last = null;
            failure = e;
        }
        long end = clock.nanos();
        measureAt = end + Math.max(KEPT, SHARE_OF_TIME * (end - start));
    }

    /** Something was changed by hand, and whoever did it wants to see it. */
    synchronized void forget() {
        if (failure == null) {
            measureAt = clock.nanos();
        }
    }
}
