package dev.signalbox.runtime.metrics;

import dev.signalbox.core.time.Clock;
import java.time.Duration;
import java.util.Optional;

/** Lets a line of the log through at once and then one every ten seconds, because thousands may be due together. */
final class LogLineLimit {
    private static final long EVERY = Duration.ofSeconds(10).toNanos();

    private final Clock clock;
    private long saidAt;
    private boolean said;
    private int silent;

    LogLineLimit(Clock clock) {
        this.clock = clock;
    }

    /** What to add to the line: how many others were left out before it; empty if it is left out itself. */
    synchronized Optional<String> pass() {
        long now = clock.nanos();
        if (said && now - saidAt < EVERY) {
            silent++;
            return Optional.empty();
        }
        String others = silent > 0 ? " (and " + silent + " others since the last such line)" : "";
        said = true;
        saidAt = now;
        silent = 0;
        return Optional.of(others);
    }
}
