package dev.signalbox.core.delivery;

import java.time.Duration;
import java.util.Collection;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds one message in all places where a dispatcher may have it. */
record MessageLookup(Lanes lanes, Collection<InFlightBatch> inFlightBatches, Circuit circuit) {
    MessageLocation find(String id, @Nullable String group, MessageLocation.DispatcherState dispatcherState, long now) {
        Optional<InFlightBatch> inFlightBatch =
                inFlightBatches.stream().filter(it -> it.carries(id)).findFirst();
        Long until = lanes.postponed().until(id, group);
        return new MessageLocation(
                dispatcherState,
                inFlightBatch.isPresent() ? MessageLocation.Stage.IN_FLIGHT : stageUnlessInFlight(id, group),
                inFlightBatch.map(it -> Duration.ofNanos(now - it.sentAt())).orElse(null),
                until == null ? null : ahead(until, now),
                outage(now));
    }

    private MessageLocation.Stage stageUnlessInFlight(String id, @Nullable String group) {
        if (lanes.settler().records(id)) {
            return MessageLocation.Stage.RECORDING;
        }
        return lanes.queues(id, group) ? MessageLocation.Stage.QUEUED : MessageLocation.Stage.ABSENT;
    }

    private MessageLocation.@Nullable Outage outage(long now) {
        String reason = circuit.reason();
        return reason == null
                ? null
                : new MessageLocation.Outage(
                        reason, Duration.ofNanos(now - circuit.openSince()), ahead(circuit.probeAt(), now));
    }

    private static Duration ahead(long at, long now) {
        return Duration.ofNanos(Math.max(0, at - now));
    }
}
