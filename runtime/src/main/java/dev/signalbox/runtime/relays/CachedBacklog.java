package dev.signalbox.runtime.relays;

import dev.signalbox.core.admin.OutboxAdmin;
import dev.signalbox.core.admin.OutboxAdmin.Backlog;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.core.time.Clock;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Measures a backlog at most every few seconds, for any number of callers, and less often if measuring is slow. */
final class CachedBacklog {
    private static final long KEPT = Duration.ofSeconds(3).toNanos();
    /** Limits the load that measuring puts on a table without a suitable index. */
    private static final int SHARE_OF_TIME = 20;

    private final OutboxAdmin admin;
    private final Clock clock;
    private @Nullable Backlog last;
    private @Nullable SourceException failure;
    private long measureAt;

    CachedBacklog(OutboxAdmin admin, Clock clock) {
        this.admin = admin;
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

    /** Measures again on the next call, because an operator who changed something expects to see it. */
    synchronized void forget() {
        if (failure == null) {
            measureAt = clock.nanos();
        }
    }
}
