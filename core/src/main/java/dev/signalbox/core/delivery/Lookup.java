package dev.signalbox.core.delivery;

import java.time.Duration;
import java.util.Collection;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds one message in all places where a dispatcher may have it. */
record Lookup(Lanes lanes, Collection<Flight> flights, Circuit circuit) {
    Whereabouts find(String id, @Nullable String group, Whereabouts.Standing standing, long now) {
        Optional<Flight> flight = flights.stream().filter(it -> it.carries(id)).findFirst();
        Long until = lanes.holds().until(id, group);
        return new Whereabouts(
                standing,
                flight.isPresent() ? Whereabouts.Place.IN_FLIGHT : placeOnGround(id, group),
                flight.map(it -> Duration.ofNanos(now - it.sentAt())).orElse(null),
                until == null ? null : ahead(until, now),
                outage(now));
    }

    private Whereabouts.Place placeOnGround(String id, @Nullable String group) {
        if (lanes.settler().records(id)) {
            return Whereabouts.Place.RECORDING;
        }
        return lanes.queues(id, group) ? Whereabouts.Place.QUEUED : Whereabouts.Place.ABSENT;
    }

    private Whereabouts.@Nullable Outage outage(long now) {
        String reason = circuit.reason();
        return reason == null
                ? null
                : new Whereabouts.Outage(
                        reason, Duration.ofNanos(now - circuit.openSince()), ahead(circuit.probeAt(), now));
    }

    private static Duration ahead(long at, long now) {
        return Duration.ofNanos(Math.max(0, at - now));
    }
}
