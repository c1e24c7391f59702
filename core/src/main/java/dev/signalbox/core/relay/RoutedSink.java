package dev.signalbox.core.relay;

import dev.signalbox.core.delivery.Outcome;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.routing.Arrears;
import dev.signalbox.core.routing.ClusterGates;
import dev.signalbox.core.routing.DeliveryLedger;
import dev.signalbox.core.routing.RoutedBatch;
import dev.signalbox.core.routing.Routes;
import dev.signalbox.core.sink.Answer;
import dev.signalbox.core.sink.Sink;
import dev.signalbox.core.sink.SinkLimits;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.core.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Sends each message to the clusters of its route, to all of them at once. A cluster that does not answer in good time is not
 * waited for: only the messages that need it come back later, and its answer is taken in when it comes.
 */
public final class RoutedSink implements Sink {
    private static final System.Logger LOG = System.getLogger(RoutedSink.class.getName());
    private static final int MOST_OVERDUE = 20_000;

    /**
     * How long a cluster that is known to be away is waited for when it is asked again: long enough for one that is back, and
     * no burden on what goes to others in the same batch. A later answer counts all the same.
     */
    private static final Duration PROBE_PATIENCE = Duration.ofMillis(50);

    private static final Outcome LEDGER_AWAY =
            new Outcome.Postponed("what the clusters have could not be looked up or recorded", Duration.ofSeconds(1));

    private final Parts parts;
    private final ClusterGates gates;
    /** By cluster, the ids of what was sent and is not answered. */
    private final Map<String, Set<String>> awaited = new HashMap<>();

    private final Map<String, Complaint> complaints = new ConcurrentHashMap<>();
    private final Complaint ledgerComplaint;
    private final Set<Shipment> late = ConcurrentHashMap.newKeySet();
    /** What a cluster was too late with; as much as is held and not done, and what was lost to other nodes. */
    private final Set<String> overdue = Collections.newSetFromMap(Collections.synchronizedMap(new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
            return size() > MOST_OVERDUE;
        }
    }));

    /**
     * What it is made of.
     *
     * @param name of the relay, for logs
     * @param clusters by the names that the routes use; each answers for every message by itself
     * @param arrears where messages are kept that are done before all clusters have them; not needed if no route allows that
     * @param patience how long the other messages of a batch wait for a cluster's answer
     */
    public record Parts(
            String name,
            Routes routes,
            Map<String, Sink> clusters,
            DeliveryLedger ledger,
            Optional<Arrears> arrears,
            Duration patience,
            Clock clock) {
        public Parts {
            clusters = Map.copyOf(clusters);
            Set<String> unknown = new LinkedHashSet<>(routes.clusters());
            unknown.removeAll(clusters.keySet());
            if (!unknown.isEmpty()) {
                throw new IllegalArgumentException("routes name unknown clusters " + unknown);
            }
            if (arrears.isEmpty() && !routes.followers().isEmpty()) {
                throw new IllegalArgumentException("what " + routes.followers() + " lack cannot be kept for them");
            }
        }
    }

    public RoutedSink(Parts parts) {
        this.parts = parts;
        this.gates = new ClusterGates(parts.routes().clusters());
        this.ledgerComplaint = new Complaint("relay " + parts.name() + ": recording which clusters have a message");
    }

    @Override
    public SinkLimits limits() {
        int messages = Integer.MAX_VALUE;
        long bytes = Long.MAX_VALUE;
        for (Sink cluster : parts.clusters().values()) {
            messages = Math.min(messages, cluster.limits().messages());
            bytes = Math.min(bytes, cluster.limits().bytes());
        }
        return new SinkLimits(messages, bytes);
    }

    /** Why each cluster that is away is so, by its name. */
    public Map<String, String> outages() {
        synchronized (gates) {
            return gates.outages();
        }
    }

    @Override
    public Answer send(List<Message> batch) throws InterruptedException {
        return send(batch, Long.MAX_VALUE);
    }

    @Override
    public void abandon() {
        parts.clusters().values().forEach(Sink::abandon);
    }

    @Override
    public Answer send(List<Message> batch, long notAfter) throws InterruptedException {
        try {
            Departure departure = plan(batch);
            Map<String, Shipment> shipments = depart(departure.batch(), notAfter);
            collect(departure, shipments);
            return conclude(departure.batch());
        } catch (SourceException e) {
            ledgerComplaint.raise(String.valueOf(e.getMessage()), parts.clock().nanos());
            return new Answer.Each(Collections.nCopies(batch.size(), LEDGER_AWAY));
        }
    }

    /** @param probed clusters that are away and are asked again by this batch */
    private record Departure(RoutedBatch batch, Set<String> probed) {}

    private Departure plan(List<Message> batch) throws SourceException {
        List<String> doubtful = doubtful(batch);
        Map<String, Set<String>> delivered =
                doubtful.isEmpty() ? Map.of() : parts.ledger().delivered(doubtful);
        Map<String, Set<String>> owed = owed(batch);
        synchronized (gates) {
            var known =
                    new RoutedBatch.Known(delivered, gates.away(parts.clock().nanos()), owed, awaited);
            RoutedBatch routed = new RoutedBatch(batch, parts.routes(), known);
            Set<String> probed = new HashSet<>(routed.sends().keySet());
            probed.retainAll(gates.outages().keySet());
            routed.sends().forEach((cluster, messages) -> {
                gates.departed(cluster, parts.clock().nanos());
                messages.forEach(message ->
                        awaited.computeIfAbsent(cluster, _ -> new HashSet<>()).add(message.id()));
            });
            return new Departure(routed, probed);
        }
    }

    /** Messages that some cluster may have: those that go to several, and those whose cluster was too late with its answer. */
    private List<String> doubtful(List<Message> batch) {
        List<String> ids = new ArrayList<>();
        for (Message message : batch) {
            boolean several = parts.routes().of(message.type()).stream()
                    .anyMatch(route -> route.clusters().size() > 1);
            if (several || overdue.contains(message.id())) {
                ids.add(message.id());
            }
        }
        return ids;
    }

    private Map<String, Set<String>> owed(List<Message> batch) throws SourceException {
        Map<String, Set<String>> groups = new HashMap<>();
        for (Message message : batch) {
            String group = message.group();
            if (group != null && !parts.routes().followers().isEmpty()) {
                parts.routes().of(message.type()).stream()
                        .flatMap(route -> route.clusters().stream())
                        .filter(parts.routes().followers()::contains)
                        .forEach(cluster -> groups.computeIfAbsent(cluster, _ -> new HashSet<>())
                                .add(group));
            }
        }
        Map<String, Set<String>> owed = new HashMap<>();
        for (Map.Entry<String, Set<String>> each : groups.entrySet()) {
            owed.put(each.getKey(), arrears().owed(each.getKey(), each.getValue()));
        }
        return owed;
    }

    private Arrears arrears() {
        return parts.arrears().orElseThrow(() -> new IllegalStateException("no route lets a cluster follow later"));
    }

    private Map<String, Shipment> depart(RoutedBatch routed, long notAfter) {
        Map<String, Shipment> shipments = new HashMap<>();
        routed.sends().forEach((cluster, messages) -> {
            Sink sink = parts.clusters().get(cluster);
            if (sink == null) {
                throw new IllegalStateException("no sink for cluster " + cluster);
            }
            Shipment shipment = new Shipment(cluster, sink, messages, notAfter, this::arrived);
            late.add(shipment);
            shipments.put(cluster, shipment);
            shipment.start(parts.name());
        });
        return shipments;
    }

    private void collect(Departure departure, Map<String, Shipment> shipments) throws InterruptedException {
        RoutedBatch routed = departure.batch();
        long begun = parts.clock().nanos();
        try {
            for (Shipment shipment : shipments.values()) {
                long until = begun + patience(departure, shipment.cluster()).toNanos();
                List<Outcome> outcomes =
                        shipment.await(Math.max(0, until - parts.clock().nanos()));
                if (outcomes != null) {
                    routed.answered(shipment.cluster(), outcomes);
                } else {
                    routed.late(shipment.cluster());
                    lateness(shipment);
                }
            }
        } catch (InterruptedException e) {
            shipments.values().forEach(Shipment::giveUp);
            throw e;
        }
    }

    private Duration patience(Departure departure, String cluster) {
        if (!departure.batch().isAwaited(cluster)) {
            return Duration.ZERO;
        }
        boolean probes = departure.probed().contains(cluster);
        return probes && PROBE_PATIENCE.compareTo(parts.patience()) < 0 ? PROBE_PATIENCE : parts.patience();
    }

    private void lateness(Shipment shipment) {
        long now = parts.clock().nanos();
        synchronized (gates) {
            gates.late(shipment.cluster(), now);
        }
        shipment.messages().forEach(message -> overdue.add(message.id()));
        complaint(shipment.cluster()).raise("it does not answer", now);
    }

    /** A cluster has answered, in good time or not. What it got too late for its batch is recorded here. */
    private void arrived(Shipment shipment, List<Outcome> outcomes, boolean tooLate) {
        long now = parts.clock().nanos();
        synchronized (gates) {
            gates.answered(shipment.cluster(), outcomes, now);
        }
        report(shipment.cluster(), outcomes, now);
        if (tooLate) {
            recordLate(shipment, outcomes);
        }
        synchronized (gates) {
            Set<String> ids = awaited.getOrDefault(shipment.cluster(), Set.of());
            shipment.messages().forEach(message -> ids.remove(message.id()));
        }
        late.remove(shipment);
    }

    private void report(String cluster, List<Outcome> outcomes, long now) {
        Outcome outage =
                outcomes.stream().filter(ClusterGates::isOutage).findFirst().orElse(null);
        if (outage != null) {
            complaint(cluster).raise(outage.reason(), now);
        } else {
            complaint(cluster).over();
        }
    }

    private Complaint complaint(String cluster) {
        return complaints.computeIfAbsent(
                cluster, _ -> new Complaint("relay " + parts.name() + ", cluster " + cluster));
    }

    private void recordLate(Shipment shipment, List<Outcome> outcomes) {
        Map<String, Set<String>> got = new HashMap<>();
        for (int i = 0; i < outcomes.size(); i++) {
            if (outcomes.get(i) instanceof Outcome.Delivered) {
                got.put(shipment.messages().get(i).id(), Set.of(shipment.cluster()));
            }
        }
        try {
            if (!got.isEmpty()) {
                parts.ledger().record(got);
            }
        } catch (SourceException e) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "relay {0}: cluster {1} has {2} messages that it may be sent again, for that could not be recorded: {3}",
                    parts.name(),
                    shipment.cluster(),
                    got.size(),
                    e.getMessage());
        }
    }

    private Answer conclude(RoutedBatch routed) throws SourceException {
        Map<String, Set<String>> progress = routed.progress();
        if (!progress.isEmpty()) {
            parts.ledger().record(progress);
        }
        for (Map.Entry<String, List<Message>> each : routed.owed().entrySet()) {
            arrears().owe(each.getKey(), each.getValue());
        }
        List<String> finished = routed.finished();
        if (!finished.isEmpty()) {
            parts.ledger().forget(finished);
            finished.forEach(overdue::remove);
        }
        ledgerComplaint.over();
        return new Answer.Each(routed.outcomes());
    }

    @Override
    public void close() {
        late.forEach(Shipment::giveUp);
        parts.clusters().values().forEach(Sink::close);
    }
}
