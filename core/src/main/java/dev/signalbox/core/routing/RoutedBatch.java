package dev.signalbox.core.routing;

import dev.signalbox.core.message.Message;
import dev.signalbox.core.outcome.Outcome;
import dev.signalbox.core.routing.Routes.Route;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One batch in flight to several clusters: decides what is sent to each of them, takes their answers, and derives the
 * outcome of each message and what must be recorded before.
 *
 * <p>The order of a group is kept on every cluster, and between them as well: in one batch, messages of a group go
 * together only if they all go to the same single cluster; if one of them is not sent, neither are those behind it. A
 * message is not sent at all while a required cluster is known to be unavailable.
 */
public final class RoutedBatch {
    /** How long a message waits that a cluster could not take. */
    static final Duration SOON = Duration.ofSeconds(1);

    private static final Duration LONGEST = Duration.ofMinutes(1);
    private static final Outcome NOT_YET = new Outcome.Postponed("it has not answered yet", Duration.ofMillis(250));
    private static final Outcome BEHIND = new Outcome.Postponed("it has yet to get what was kept for it", SOON);

    /**
     * What is known before anything is sent.
     *
     * @param delivered the clusters that have a message already, by its id
     * @param owed the groups with a backlog, by cluster: later messages of the group join it
     * @param awaited messages that were sent to a cluster and not answered yet, by cluster
     */
    public record KnownDeliveries(
            Map<String, Set<String>> delivered,
            Map<String, Outcome.Postponed> away,
            Map<String, Set<String>> owed,
            Map<String, Set<String>> awaited) {}

    private final List<Message> batch;
    private final KnownDeliveries knownDeliveries;
    private final IdentityHashMap<Message, ClusterDelivery> deliveries = new IdentityHashMap<>();
    private final IdentityHashMap<Message, Outcome> decided = new IdentityHashMap<>();
    private final Map<String, List<Message>> sends = new LinkedHashMap<>();
    /** The route of the messages of a group in this batch. */
    private final Map<String, Route> routeOfGroup = new HashMap<>();

    private final Set<String> stopped = new HashSet<>();

    public RoutedBatch(List<Message> batch, Routes routes, KnownDeliveries knownDeliveries) {
        this.batch = batch;
        this.knownDeliveries = knownDeliveries;
        for (Message message : batch) {
            Optional<Route> route = routes.of(message.type());
            if (route.isPresent()) {
                plan(message, route.get());
            } else {
                decided.put(
                        message,
                        Outcome.Rejected.unsent("there is no route for messages of type '" + message.type() + "'"));
            }
        }
    }

    private void plan(Message message, Route route) {
        Outcome obstacle = obstacle(message, route);
        if (obstacle != null) {
            decided.put(message, obstacle);
            stop(message);
            return;
        }
        ClusterDelivery clusterDelivery =
                new ClusterDelivery(message, route, knownDeliveries.delivered().getOrDefault(message.id(), Set.of()));
        deliveries.put(message, clusterDelivery);
        switch (route.strategy()) {
            case ALL_MUST_SUCCEED -> sendToAll(clusterDelivery);
            case AT_LEAST_ONE -> sendToSome(clusterDelivery);
        }
        if (decided.containsKey(message)) {
            return;
        }
        for (String cluster : route.optional()) {
            if (!knownDeliveries.away().containsKey(cluster) && !isAwaited(cluster, message)) {
                send(cluster, message);
            }
        }
    }

    /** Why this message must not be sent with those before it. */
    private @Nullable Outcome obstacle(Message message, Route route) {
        String group = message.group();
        if (group == null) {
            return null;
        }
        Route other = routeOfGroup.putIfAbsent(group, route);
        // With several clusters, this message could reach one of them while the one before it waits for another.
        boolean mayOvertake = other != null && (!other.equals(route) || route.hasSeveralClusters());
        return mayOvertake || stopped.contains(group) ? Outcome.NOT_ATTEMPTED : null;
    }

    private void sendToAll(ClusterDelivery clusterDelivery) {
        for (String cluster : clusterDelivery.missing()) {
            Outcome outage = knownDeliveries.away().get(cluster);
            if (outage != null) {
                postpone(clusterDelivery, cluster, outage);
                return;
            }
            if (isAwaited(cluster, clusterDelivery.message) || isOwed(cluster, clusterDelivery.message)) {
                postpone(clusterDelivery, cluster, isOwed(cluster, clusterDelivery.message) ? BEHIND : NOT_YET);
                return;
            }
        }
        clusterDelivery.missing().forEach(cluster -> send(cluster, clusterDelivery.message));
    }

    private void sendToSome(ClusterDelivery clusterDelivery) {
        for (String cluster : clusterDelivery.missing()) {
            if (isAwaited(cluster, clusterDelivery.message)) {
                postpone(clusterDelivery, cluster, NOT_YET);
                return;
            }
        }
        boolean any = clusterDelivery.hadProgress();
        for (String cluster : clusterDelivery.missing()) {
            Outcome outage = knownDeliveries.away().get(cluster);
            if (outage != null) {
                clusterDelivery.set(cluster, outage);
            } else if (!isOwed(cluster, clusterDelivery.message)) {
                send(cluster, clusterDelivery.message);
                any = true;
            } else {
                clusterDelivery.set(cluster, BEHIND);
            }
        }
        if (!any) {
            decided.put(clusterDelivery.message, clusterDelivery.outcome());
            stop(clusterDelivery.message);
        }
    }

    private void postpone(ClusterDelivery clusterDelivery, String cluster, Outcome outcome) {
        clusterDelivery.uncertain(cluster, outcome);
        decided.put(
                clusterDelivery.message, new Outcome.Postponed(cluster + ": " + outcome.reason(), retryAfter(outcome)));
        stop(clusterDelivery.message);
    }

    private void stop(Message message) {
        if (message.group() != null) {
            stopped.add(message.group());
        }
    }

    private static Duration retryAfter(Outcome outcome) {
        return outcome instanceof Outcome.Postponed postponed ? capped(postponed.retryAfter()) : SOON;
    }

    static Duration capped(Duration asked) {
        return asked.compareTo(LONGEST) > 0 ? LONGEST : asked;
    }

    private boolean isAwaited(String cluster, Message message) {
        return knownDeliveries.awaited().getOrDefault(cluster, Set.of()).contains(message.id());
    }

    private boolean isOwed(String cluster, Message message) {
        return message.group() != null
                && knownDeliveries.owed().getOrDefault(cluster, Set.of()).contains(message.group());
    }

    private void send(String cluster, Message message) {
        sends.computeIfAbsent(cluster, _ -> new ArrayList<>()).add(message);
    }

    /** What is sent to each cluster, in the order of the batch. */
    public Map<String, List<Message>> sends() {
        return sends;
    }

    /** Whether a message of this batch waits for this cluster's answer. */
    public boolean isAwaited(String cluster) {
        return sends.getOrDefault(cluster, List.of()).stream()
                .anyMatch(message -> deliveryOf(message).route.clusters().contains(cluster));
    }

    private ClusterDelivery deliveryOf(Message message) {
        ClusterDelivery clusterDelivery = deliveries.get(message);
        if (clusterDelivery == null) {
            throw new IllegalStateException("message " + message.id() + " was not sent");
        }
        return clusterDelivery;
    }

    /** @param outcomes in the order of the messages that were sent to it */
    public void answered(String cluster, List<Outcome> outcomes) {
        List<Message> sent = sends.getOrDefault(cluster, List.of());
        for (int i = 0; i < sent.size(); i++) {
            deliveryOf(sent.get(i)).set(cluster, outcomes.get(i));
        }
    }

    /** This cluster has not answered, and is not waited for any longer. */
    public void late(String cluster) {
        for (Message message : sends.getOrDefault(cluster, List.of())) {
            if (deliveryOf(message).route.clusters().contains(cluster)) {
                deliveryOf(message).uncertain(cluster, NOT_YET);
            }
        }
    }

    /** The outcome of each message, in the order of the batch. */
    public List<Outcome> outcomes() {
        List<Outcome> outcomes = new ArrayList<>(batch.size());
        for (Message message : batch) {
            Outcome known = decided.get(message);
            outcomes.add(known == null ? deliveryOf(message).outcome() : known);
        }
        return outcomes;
    }

    /** What to record before the outcomes are returned: the clusters that got a message which is not done. */
    public Map<String, Set<String>> progress() {
        Map<String, Set<String>> progress = new LinkedHashMap<>();
        undecided().forEach(clusterDelivery -> {
            List<String> gained = clusterDelivery.gained();
            if (!gained.isEmpty() && !isDone(clusterDelivery)) {
                progress.put(clusterDelivery.message.id(), Set.copyOf(gained));
            }
        });
        return progress;
    }

    /** What to keep for clusters that lack messages which are done, before the outcomes are returned. */
    public Map<String, List<Message>> owed() {
        Map<String, List<Message>> owed = new LinkedHashMap<>();
        undecided().forEach(clusterDelivery -> {
            if (isDone(clusterDelivery)) {
                clusterDelivery
                        .lacking()
                        .forEach(cluster -> owed.computeIfAbsent(cluster, _ -> new ArrayList<>())
                                .add(clusterDelivery.message));
            }
        });
        return owed;
    }

    /** Messages that are done and have ledger entries. */
    public List<String> finished() {
        return undecided().stream()
                .filter(clusterDelivery -> clusterDelivery.hadProgress() && isDone(clusterDelivery))
                .map(clusterDelivery -> clusterDelivery.message.id())
                .toList();
    }

    private static boolean isDone(ClusterDelivery clusterDelivery) {
        return clusterDelivery.outcome() instanceof Outcome.Delivered;
    }

    private Collection<ClusterDelivery> undecided() {
        return batch.stream()
                .filter(message -> !decided.containsKey(message))
                .map(this::deliveryOf)
                .toList();
    }
}
