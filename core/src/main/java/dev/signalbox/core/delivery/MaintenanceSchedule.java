package dev.signalbox.core.delivery;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.coordination.Shards;
import java.time.Duration;
import java.util.function.Consumer;

/** When to recover and when to sweep. Nothing is fetched before the first recovery of an ownership is done. */
final class MaintenanceSchedule {
    private static final long RETRY = Duration.ofSeconds(1).toNanos();
    private static final long NEXT_STEP = Duration.ofMillis(20).toNanos();

    private final DispatcherSettings.Maintenance settings;
    private long recoverAt = Long.MIN_VALUE;
    private long sweepAt;
    private boolean recovering;
    private boolean recoverAgain;
    private boolean sweeping;
    private boolean recovered;

    MaintenanceSchedule(DispatcherSettings.Maintenance settings) {
        this.settings = settings;
        this.sweepAt = settings.sweepEvery().isZero() ? Long.MAX_VALUE : Long.MIN_VALUE;
    }

    boolean hasRecovered() {
        return recovered;
    }

    /** Starts what is due, and returns whether a recovery is among it. */
    boolean start(Incarnation me, Shards gained, Shards owned, long now, Consumer<Command> out) {
        boolean recovers = !recovering && now >= recoverAt;
        if (recovers) {
            recovering = true;
            recoverAgain = false;
            out.accept(new Command.Recover(me, gained));
        }
        // One node is enough for work that concerns the whole table.
        if (owned.contains(0) && recovered && !sweeping && now >= sweepAt) {
            sweeping = true;
            out.accept(new Command.Sweep(me));
        }
        return recovers;
    }

    long dueAt() {
        long recovery = recovering ? Long.MAX_VALUE : recoverAt;
        long sweep = sweeping || !recovered ? Long.MAX_VALUE : sweepAt;
        return Math.min(recovery, sweep);
    }

    boolean isIdle() {
        return !recovering && !sweeping;
    }

    /** Another recovery, even if one is under way: that one may have read too early. */
    void recoverSoon() {
        recoverAt = Long.MIN_VALUE;
        recoverAgain = true;
    }

    /** Another recovery before the next fetch: a gained shard may come from a dead owner. */
    void recoverFirst() {
        recovered = false;
        recoverSoon();
    }

    /** @param more whether something is left to recover soon */
    void recovered(boolean more, long now) {
        recovering = false;
        recovered |= !recoverAgain;
        recoverAt = recoverAgain
                ? now
                : now + (more ? RETRY : settings.recoverEvery().toNanos());
    }

    void recoveryFailed(long now) {
        recovering = false;
        recoverAt = now + RETRY;
    }

    void swept(boolean more, long now) {
        sweeping = false;
        sweepAt = now + (more ? NEXT_STEP : settings.sweepEvery().toNanos());
    }

    void sweepFailed(long now) {
        sweeping = false;
        sweepAt = now + Math.max(RETRY, settings.sweepEvery().toNanos());
    }
}
