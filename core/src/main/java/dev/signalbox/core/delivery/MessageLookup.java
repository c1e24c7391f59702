package dev.signalbox.core.delivery;

import java.time.Duration;
import java.util.Collection;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds one message in all places where a dispatcher may have it; its outlet is null if it is not in memory. */
record MessageLookup(@Nullable Outlet outlet, Collection<InFlightBatch> inFlightBatches, Settler settler) {
    MessageLocation find(String id, @Nullable String group, MessageLocation.DispatcherState dispatcherState, long now) {
        Optional<InFlightBatch> inFlightBatch =
                inFlightBatches.stream().filter(it -> it.carries(id)).findFirst();
        Long until = outlet == null ? null : outlet.postponed().until(id, group);
        return new MessageLocation(
                dispatcherState,
                inFlightBatch.isPresent() ? MessageLocation.Stage.IN_FLIGHT : stageUnlessInFlight(id, group),
                inFlightBatch.map(it -> Duration.ofNanos(now - it.sentAt())).orElse(null),
                until == null ? null : ahead(until, now),
                outage(now),
                outlet == null ? MessageLocation.OutletState.FREE : stateOf(outlet, now));
    }

    private MessageLocation.Stage stageUnlessInFlight(String id, @Nullable String group) {
        if (settler.records(id)) {
            return MessageLocation.Stage.RECORDING;
        }
        boolean queued = outlet != null && outlet.lanes().queues(id, group);
        return queued ? MessageLocation.Stage.QUEUED : MessageLocation.Stage.ABSENT;
    }

    private MessageLocation.@Nullable Outage outage(long now) {
        Circuit circuit = outlet == null ? null : outlet.circuit();
        String reason = circuit == null ? null : circuit.reason();
        return circuit == null || reason == null
                ? null
                : new MessageLocation.Outage(
                        reason, Duration.ofNanos(now - circuit.openSince()), ahead(circuit.probeAt(), now));
    }

    private static MessageLocation.OutletState stateOf(Outlet outlet, long now) {
        StartQueue pool = outlet.turn.pool;
        long until = pool == null ? Long.MAX_VALUE : pool.blockedUntil();
        Duration startsIn = until == Long.MAX_VALUE ? null : ahead(until, now);
        return new MessageLocation.OutletState(outlet.limits().paused(), pool != null, startsIn);
    }

    private static Duration ahead(long at, long now) {
        return Duration.ofNanos(Math.max(0, at - now));
    }
}
