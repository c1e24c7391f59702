package dev.signalbox.server.relays;

import dev.signalbox.core.operation.Backlog;
import dev.signalbox.core.operation.OutboxDesk;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.core.time.Clock;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Measures a backlog at most every few seconds, however many ask. */
final class CachedBacklog {
    private static final long KEPT = Duration.ofSeconds(3).toNanos();

    private final OutboxDesk desk;
    private final Clock clock;
    private @Nullable Backlog last;
    private long measuredAt;

    CachedBacklog(OutboxDesk desk, Clock clock) {
        this.desk = desk;
        this.clock = clock;
    }

    synchronized Backlog get() throws SourceException {
        Backlog known = last;
        if (known == null || clock.nanos() - measuredAt > KEPT) {
            known = desk.backlog();
            last = known;
            measuredAt = clock.nanos();
        }
        return known;
    }

    /** Something was changed by hand, and whoever did it wants to see it. */
    synchronized void forget() {
        last = null;
    }
}
