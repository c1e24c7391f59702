package dev.signalbox.core.routing;

import dev.signalbox.core.delivery.Circuit;
import dev.signalbox.core.outcome.Outcome;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/** The circuits of the clusters. An unavailable cluster is probed by one batch at a time, now and then. */
public final class ClusterCircuits {
    private static final Circuit.ProbeTiming PROBE_TIMING =
            new Circuit.ProbeTiming(Duration.ofMillis(500), Duration.ofSeconds(4), Duration.ofMinutes(1));

    private final Map<String, Circuit> circuits = new HashMap<>();

    public ClusterCircuits(Collection<String> clusters) {
        clusters.forEach(cluster -> circuits.put(cluster, new Circuit(PROBE_TIMING)));
    }

    private Circuit of(String cluster) {
        Circuit circuit = circuits.get(cluster);
        if (circuit == null) {
            throw new IllegalArgumentException("there is no cluster " + cluster);
        }
        return circuit;
    }

    /** The clusters that nothing is sent to now, and why. */
    public Map<String, Outcome.Postponed> away(long now) {
        Map<String, Outcome.Postponed> away = new HashMap<>();
        circuits.forEach((cluster, circuit) -> {
            String reason = circuit.reason();
            if (reason != null && !circuit.isProbeDue(now)) {
                away.put(
                        cluster, new Outcome.Postponed(reason, Duration.ofNanos(Math.max(1, circuit.probeAt() - now))));
            }
        });
        return away;
    }

    /** A batch is sent to this cluster. */
    public void departed(String cluster, long now) {
        if (of(cluster).isOpen()) {
            of(cluster).probeStarted(now);
        }
    }

    /** It has not answered for so long that other messages must not wait for it. */
    public void late(String cluster, long now) {
        of(cluster).unavailable("it has not answered yet", null, true, now);
    }

    /** The cluster's outcomes of a batch. */
    public void answered(String cluster, Collection<Outcome> outcomes, long now) {
        Circuit circuit = of(cluster);
        Outcome outage = null;
        for (Outcome outcome : outcomes) {
            if (isWord(outcome)) {
                circuit.working(true, now);
                return;
            }
            outage = isOutage(outcome) ? outcome : outage;
        }
        if (outage != null) {
            Duration asked = outage instanceof Outcome.Throttled throttled ? throttled.retryAfter() : null;
            circuit.unavailable(outage.reason(), asked, true, now);
        }
    }

    /** Whether the cluster itself has answered. */
    private static boolean isWord(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Delivered _, Outcome.Rejected _, Outcome.TooLarge _, Outcome.Failed _ -> true;
            case Outcome.Throttled _,
                    Outcome.Unavailable _,
                    Outcome.Unknown _,
                    Outcome.NotAttempted _,
                    Outcome.Postponed _ -> false;
        };
    }

    /** Whether the outcome means that the cluster is unavailable. */
    public static boolean isOutage(Outcome outcome) {
        return outcome instanceof Outcome.Throttled
                || outcome instanceof Outcome.Unavailable
                || outcome instanceof Outcome.Unknown;
    }

    /** Why each unavailable cluster is unavailable. */
    public Map<String, String> outages() {
        Map<String, String> outages = new HashMap<>();
        circuits.forEach((cluster, circuit) -> {
            String reason = circuit.reason();
            if (reason != null) {
                outages.put(cluster, reason);
            }
        });
        return outages;
    }
}
