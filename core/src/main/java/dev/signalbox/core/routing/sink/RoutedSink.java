package dev.signalbox.core.routing.sink;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.diagnostics.FailureLog;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.outcome.Outcome;
import dev.signalbox.core.routing.ClusterCircuits;
import dev.signalbox.core.routing.RoutedBatch;
import dev.signalbox.core.routing.Routes;
import dev.signalbox.core.sink.Sink;
import dev.signalbox.core.source.SourceException;
import dev.signalbox.core.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
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
 * Sends each message to the clusters of its route, to all of them at once. A cluster that does not answer in time is
 * not waited for: only the messages that need it are retried later, and its answer is applied when it comes.
 */
public final class RoutedSink implements OwnedSink {
    private static final System.Logger LOG = System.getLogger(RoutedSink.class.getName());
    private static final int MOST_OVERDUE = 20_000;

    /**
     * How long a probe of an unavailable cluster is waited for: long enough for one that is back, and no burden on
     * messages to other clusters in the same batch. A later answer counts all the same.
     */
    private static final Duration PROBE_PATIENCE = Duration.ofMillis(50);

    private static final Outcome LEDGER_AWAY =
            new Outcome.Postponed("what the clusters have could not be looked up or recorded", Duration.ofSeconds(1));

    private final Components components;
    private final ClusterCircuits circuits;
    /** By cluster, the ids of messages that were sent and not answered. */
    private final Map<String, Set<String>> awaited = new HashMap<>();

    private final Map<String, FailureLog> clusterFailures = new ConcurrentHashMap<>();
    private final FailureLog ledgerFailures;
    private final Set<ClusterSend> late = ConcurrentHashMap.newKeySet();
    /** Late answers of clusters; bounded by the held messages, plus those lost to other nodes. */
    private final Set<String> overdue = Collections.newSetFromMap(Collections.synchronizedMap(new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
            return size() > MOST_OVERDUE;
        }
    }));

    /**
     * The parts of a routed sink.
     *
     * @param clusters by the names that the routes use; each returns one outcome for each message
     * @param backlog keeps messages that are done before all clusters have them; not needed if no route allows that
     * @param patience how long the other messages of a batch wait for a cluster's answer
     */
    public record Components(
            String name,
            Routes routes,
            Map<String, Sink> clusters,
            DeliveryLedger ledger,
            Optional<ClusterBacklog> backlog,
            Duration patience,
            Clock clock) {
        public Components {
            clusters = Map.copyOf(clusters);
            Set<String> unknown = new LinkedHashSet<>(routes.clusters());
            unknown.removeAll(clusters.keySet());
            if (!unknown.isEmpty()) {
                throw new IllegalArgumentException("routes name unknown clusters " + unknown);
            }
            if (backlog.isEmpty() && !routes.followers().isEmpty()) {
                throw new IllegalArgumentException("what " + routes.followers() + " lack cannot be kept for them");
            }
        }
    }

    public RoutedSink(Components components) {
        this.components = components;
        this.circuits = new ClusterCircuits(components.routes().clusters());
        this.ledgerFailures =
                new FailureLog("relay " + components.name() + ": recording which clusters have a message");
    }

    @Override
    public SinkLimits limits() {
        int messages = Integer.MAX_VALUE;
        long bytes = Long.MAX_VALUE;
        for (Sink cluster : components.clusters().values()) {
            messages = Math.min(messages, cluster.limits().messages());
            bytes = Math.min(bytes, cluster.limits().bytes());
        }
        return new SinkLimits(messages, bytes, this::goesToSeveral);
    }

    private boolean goesToSeveral(Message message) {
        return components.routes().of(message.type()).stream().anyMatch(Routes.Route::hasSeveralClusters);
    }

    /** Why each unavailable cluster is unavailable, by its name. */
    public Map<String, String> outages() {
        synchronized (circuits) {
            return circuits.outages();
        }
    }

    @Override
    public void abandon() {
        components.clusters().values().forEach(Sink::abandon);
    }

    @Override
    public Answer send(Incarnation owner, List<Message> batch, long notAfter) throws InterruptedException {
        try {
            PlannedBatch plannedBatch = plan(batch);
            Map<String, ClusterSend> clusterSends = depart(owner, plannedBatch.batch(), notAfter);
            collect(plannedBatch, clusterSends);
            return conclude(owner, plannedBatch.batch());
        } catch (SourceException e) {
            ledgerFailures.raise(
                    String.valueOf(e.getMessage()), components.clock().nanos());
            return new Answer.Each(Collections.nCopies(batch.size(), LEDGER_AWAY));
        }
    }

    /** @param probed unavailable clusters that this batch probes */
    private record PlannedBatch(RoutedBatch batch, Set<String> probed) {}

    private PlannedBatch plan(List<Message> batch) throws SourceException {
        List<String> maybeDelivered = maybeDelivered(batch);
        Map<String, Set<String>> delivered =
                maybeDelivered.isEmpty() ? Map.of() : components.ledger().delivered(maybeDelivered);
        Map<String, Set<String>> owed = owed(batch);
        synchronized (circuits) {
            var knownDeliveries = new RoutedBatch.KnownDeliveries(
                    delivered, circuits.away(components.clock().nanos()), owed, awaited);
            RoutedBatch routed = new RoutedBatch(batch, components.routes(), knownDeliveries);
            Set<String> probed = new HashSet<>(routed.sends().keySet());
            probed.retainAll(circuits.outages().keySet());
            routed.sends().forEach((cluster, messages) -> {
                circuits.departed(cluster, components.clock().nanos());
                messages.forEach(message ->
                        awaited.computeIfAbsent(cluster, _ -> new HashSet<>()).add(message.id()));
            });
            return new PlannedBatch(routed, probed);
        }
    }

    /** Messages that some cluster may have: those that go to several, and those whose cluster answered too late. */
    private List<String> maybeDelivered(List<Message> batch) {
        List<String> ids = new ArrayList<>();
        for (Message message : batch) {
            boolean several = components.routes().of(message.type()).stream()
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
            if (group != null && !components.routes().followers().isEmpty()) {
                components.routes().of(message.type()).stream()
                        .flatMap(route -> route.clusters().stream())
                        .filter(components.routes().followers()::contains)
                        .forEach(cluster -> groups.computeIfAbsent(cluster, _ -> new HashSet<>())
                                .add(group));
            }
        }
        Map<String, Set<String>> owed = new HashMap<>();
        for (Map.Entry<String, Set<String>> each : groups.entrySet()) {
            owed.put(each.getKey(), backlog().groupsBehind(each.getKey(), each.getValue()));
        }
        return owed;
    }

    private ClusterBacklog backlog() {
        return components
                .backlog()
                .orElseThrow(() -> new IllegalStateException("no route lets a cluster follow later"));
    }

    private Map<String, ClusterSend> depart(Incarnation owner, RoutedBatch routed, long notAfter) {
        Map<String, ClusterSend> clusterSends = new HashMap<>();
        routed.sends().forEach((cluster, messages) -> {
            Sink sink = components.clusters().get(cluster);
            if (sink == null) {
                throw new IllegalStateException("no sink for cluster " + cluster);
            }
            ClusterSend clusterSend = new ClusterSend(
                    cluster,
                    sink,
                    messages,
                    notAfter,
                    (sent, outcomes, tooLate) -> arrived(owner, sent, outcomes, tooLate));
            late.add(clusterSend);
            clusterSends.put(cluster, clusterSend);
            clusterSend.start(components.name());
        });
        return clusterSends;
    }

    private void collect(PlannedBatch plannedBatch, Map<String, ClusterSend> clusterSends) throws InterruptedException {
        RoutedBatch routed = plannedBatch.batch();
        long begun = components.clock().nanos();
        try {
            for (ClusterSend clusterSend : clusterSends.values()) {
                long until =
                        begun + patience(plannedBatch, clusterSend.cluster()).toNanos();
                List<Outcome> outcomes =
                        clusterSend.await(Math.max(0, until - components.clock().nanos()));
                if (outcomes != null) {
                    routed.answered(clusterSend.cluster(), outcomes);
                } else {
                    routed.late(clusterSend.cluster());
                    lateness(clusterSend);
                }
            }
        } catch (InterruptedException e) {
            clusterSends.values().forEach(ClusterSend::giveUp);
            throw e;
        }
    }

    private Duration patience(PlannedBatch plannedBatch, String cluster) {
        if (!plannedBatch.batch().isAwaited(cluster)) {
            return Duration.ZERO;
        }
        boolean probes = plannedBatch.probed().contains(cluster);
        return probes && PROBE_PATIENCE.compareTo(components.patience()) < 0 ? PROBE_PATIENCE : components.patience();
    }

    private void lateness(ClusterSend clusterSend) {
        long now = components.clock().nanos();
        synchronized (circuits) {
            circuits.late(clusterSend.cluster(), now);
        }
        clusterSend.messages().forEach(message -> overdue.add(message.id()));
        failureLog(clusterSend.cluster()).raise("it does not answer", now);
    }

    /** A cluster has answered, in time or not. Deliveries that came too late for their batch are recorded here. */
    private void arrived(Incarnation owner, ClusterSend clusterSend, List<Outcome> outcomes, boolean tooLate) {
        long now = components.clock().nanos();
        synchronized (circuits) {
            circuits.answered(clusterSend.cluster(), outcomes, now);
        }
        report(clusterSend.cluster(), outcomes, now);
        if (tooLate) {
            recordLate(owner, clusterSend, outcomes);
        }
        synchronized (circuits) {
            Set<String> ids = awaited.getOrDefault(clusterSend.cluster(), Set.of());
            clusterSend.messages().forEach(message -> ids.remove(message.id()));
        }
        late.remove(clusterSend);
    }

    private void report(String cluster, List<Outcome> outcomes, long now) {
        Outcome outage =
                outcomes.stream().filter(ClusterCircuits::isOutage).findFirst().orElse(null);
        if (outage != null) {
            failureLog(cluster).raise(outage.reason(), now);
        } else {
            failureLog(cluster).over();
        }
    }

    private FailureLog failureLog(String cluster) {
        return clusterFailures.computeIfAbsent(
                cluster, _ -> new FailureLog("relay " + components.name() + ", cluster " + cluster));
    }

    private void recordLate(Incarnation owner, ClusterSend clusterSend, List<Outcome> outcomes) {
        Map<String, Set<String>> got = new HashMap<>();
        for (int i = 0; i < outcomes.size(); i++) {
            Message message = clusterSend.messages().get(i);
            // A message does not wait for an optional cluster: it may be done, and nothing would delete the entry.
            if (outcomes.get(i) instanceof Outcome.Delivered
                    && components.routes().requires(clusterSend.cluster(), message.type())) {
                got.put(message.id(), Set.of(clusterSend.cluster()));
            }
        }
        try {
            if (!got.isEmpty()) {
                components.ledger().record(owner, got);
            }
        } catch (SourceException e) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "relay {0}: cluster {1} has {2} messages that it may be sent again, for that could not be recorded: {3}",
                    components.name(),
                    clusterSend.cluster(),
                    got.size(),
                    e.getMessage());
        }
    }

    private Answer conclude(Incarnation owner, RoutedBatch routed) throws SourceException {
        Map<String, Set<String>> progress = routed.progress();
        if (!progress.isEmpty()) {
            components.ledger().record(owner, progress);
        }
        for (Map.Entry<String, List<Message>> each : routed.owed().entrySet()) {
            backlog().add(owner, each.getKey(), each.getValue());
        }
        List<String> finished = routed.finished();
        if (!finished.isEmpty()) {
            components.ledger().forget(owner, finished);
            finished.forEach(overdue::remove);
        }
        ledgerFailures.over();
        return new Answer.Each(routed.outcomes());
    }

    @Override
    public void close() {
        late.forEach(ClusterSend::giveUp);
        components.clusters().values().forEach(Sink::close);
    }

    /** Messages that are done, and that some clusters get later. An owner that is fenced changes nothing. */
    public interface ClusterBacklog {
        /** The given groups that have messages waiting for a cluster. */
        Set<String> groupsBehind(String cluster, Collection<String> groups) throws SourceException;

        /** Keeps messages for a cluster, in this order; messages that are already kept stay as they are. */
        void add(Incarnation owner, String cluster, List<Message> messages) throws SourceException;
    }

    /**
     * Records which clusters have a message that others still lack, in the same database as the messages. Only such
     * messages cost anything here. An owner that is fenced changes nothing: after a failover of the database, another
     * message may have the same id.
     */
    public interface DeliveryLedger {
        /** The clusters that have these messages, as far as recorded, by the messages' ids. */
        Map<String, Set<String>> delivered(Collection<String> ids) throws SourceException;

        /** Records that these clusters have these messages. */
        void record(Incarnation owner, Map<String, Set<String>> clustersById) throws SourceException;

        /** Deletes messages that are done. */
        void forget(Incarnation owner, Collection<String> ids) throws SourceException;

        /** Deletes messages that an operator sends again, to all clusters. */
        void reset(Collection<String> ids) throws SourceException;
    }
}
