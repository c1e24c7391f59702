package dev.signalbox.runtime.database;

import dev.signalbox.core.time.Clock;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Detects that a database has been unreachable for so long that an operator should act. */
public final class DatabaseMonitor {
    /** A failure that lasts this long needs an operator. */
    public static final Duration LONG = Duration.ofSeconds(30);

    private final Clock clock;
    private boolean reached;
    private @Nullable String reason;
    private long failingSince;

    public DatabaseMonitor(Clock clock) {
        this.clock = clock;
    }

    public synchronized void succeeded() {
        reached = true;
        reason = null;
    }

    public synchronized void failed(String why) {
        if (reason == null) {
            failingSince = clock.nanos();
        }
        reason = why;
    }

    /** Why the database is down: not reached yet, or failing for long. Null otherwise, also during a short interruption. */
    public synchronized @Nullable String trouble() {
        if (!reached) {
            return reason == null ? "not reached yet" : reason;
        }
        boolean lasts = reason != null && clock.nanos() - failingSince >= LONG.toNanos();
        return lasts ? reason : null;
    }

    /** The current failure, however short, or null. */
    public synchronized @Nullable String failure() {
        return reason;
    }
}
