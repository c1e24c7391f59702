package dev.signalbox.runtime.relays;

import dev.signalbox.core.time.Clock;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Notices when a database has been out of reach for so long that somebody should look. */
final class DatabaseMonitor {
    static final Duration LONG = Duration.ofSeconds(30);

    private final Clock clock;
    private boolean reached;
    private @Nullable String reason;
    private long failingSince;

    DatabaseMonitor(Clock clock) {
        this.clock = clock;
    }

    synchronized void succeeded() {
        reached = true;
        reason = null;
    }

    synchronized void failed(String why) {
        if (reason == null) {
            failingSince = clock.nanos();
        }
        reason = why;
    }

    /** What is wrong with it, or null: not reached yet, or failing for long. A short gap is nobody's concern. */
    synchronized @Nullable String trouble() {
        if (!reached) {
            return reason == null ? "not reached yet" : reason;
        }
        boolean lasts = reason != null && clock.nanos() - failingSince >= LONG.toNanos();
        return lasts ? reason : null;
    }

    /** The failure of the moment, however short, or null. */
    synchronized @Nullable String failure() {
        return reason;
    }
}
