package dev.signalbox.core.delivery;

import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A snapshot of an outlet.
 *
 * @param waiting groups and messages that wait for their next attempt
 * @param outage why its target is unavailable, and since when; null if it is not
 * @param waitsForPool whether it has something to send, and its pool is full
 */
public record OutletStatus(
        long outlet,
        int held,
        int requests,
        int waiting,
        boolean paused,
        @Nullable Outage outage,
        boolean waitsForPool) {
    private static final int MOST = 20;

    /** Why and since when a target is unavailable. */
    public record Outage(String reason, Duration since) {}

    private static final Comparator<OutletStatus> WORST_FIRST = Comparator.comparing(OutletStatus::outOfService)
            .thenComparing(OutletStatus::waitsForPool)
            .thenComparingInt(OutletStatus::waiting)
            .thenComparingInt(OutletStatus::held)
            .reversed();

    static List<OutletStatus> worst(Collection<Outlet> outlets, long now) {
        return outlets.stream()
                .map(outlet -> of(outlet, now))
                .sorted(WORST_FIRST)
                .limit(MOST)
                .toList();
    }

    private static OutletStatus of(Outlet outlet, long now) {
        String reason = outlet.circuit().reason();
        Duration since = Duration.ofNanos(now - outlet.circuit().openSince());
        return new OutletStatus(
                outlet.id,
                outlet.held(),
                outlet.requests(),
                outlet.postponed().size(),
                outlet.limits().paused(),
                reason == null ? null : new Outage(reason, since),
                outlet.turn.pool != null);
    }

    private Duration outOfService() {
        return outage == null ? Duration.ZERO : outage.since();
    }
}
