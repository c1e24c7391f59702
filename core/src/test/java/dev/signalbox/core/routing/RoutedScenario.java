package dev.signalbox.core.routing;

import dev.signalbox.core.coordination.Incarnation;
import dev.signalbox.core.message.Glob;
import dev.signalbox.core.message.Message;
import dev.signalbox.core.outcome.Outcome;
import dev.signalbox.core.routing.Routes.Route;
import dev.signalbox.core.source.SourceException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/**
 * Groups of messages go through clusters that come and go and answer late: every cluster gets all its messages, in
 * order, and no message is sent to a cluster while an earlier one of its group waits for another.
 */
final class RoutedScenario {
    private static final Incarnation OWNER = new Incarnation("owner");
    private static final List<String> CLUSTERS = List.of("eu", "us", "ap");

    /** A send that is not answered yet. */
    private record UnansweredSend(String cluster, List<Message> messages) {}

    private final RandomGenerator random;
    private final InMemoryDeliveryLedger ledger = new InMemoryDeliveryLedger();
    private final Map<String, Deque<Message>> groups = new HashMap<>();
    private final Map<String, List<String>> arrivals = new HashMap<>();
    private final Map<String, List<String>> expected = new HashMap<>();
    private final Map<String, Set<String>> awaited = new HashMap<>();
    private final Deque<UnansweredSend> unansweredSends = new ArrayDeque<>();
    private final Set<String> down = new HashSet<>();
    private final Set<String> overtaking = new HashSet<>();
    private final Routes routes;

    RoutedScenario(long seed) {
        this.random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        Map<Glob, Route> rules = new LinkedHashMap<>();
        for (int type = 0; type < 4; type++) {
            List<String> clusters = new ArrayList<>(CLUSTERS);
            clusters.removeIf(_ -> random.nextInt(3) == 0);
            if (clusters.isEmpty()) {
                clusters.add("eu");
            }
            List<String> optional = new ArrayList<>(CLUSTERS);
            optional.removeIf(cluster -> clusters.contains(cluster) || random.nextBoolean());
            Route.Strategy strategy =
                    random.nextBoolean() ? Route.Strategy.AT_LEAST_ONE : Route.Strategy.ALL_MUST_SUCCEED;
            rules.put(new Glob("T" + type), new Route(clusters, optional, strategy));
        }
        this.routes = new Routes(rules);
        CLUSTERS.forEach(cluster -> arrivals.put(cluster, new ArrayList<>()));
        CLUSTERS.forEach(cluster -> expected.put(cluster, new ArrayList<>()));
        for (String group : List.of("a", "b", "c")) {
            fill(group);
        }
    }

    private void fill(String group) {
        Deque<Message> messages = new ArrayDeque<>();
        for (int i = 0; i < 8; i++) {
            Message message = RoutedMessageFixtures.of(group + (10 + i) + ":T" + random.nextInt(4))
                    .getFirst();
            messages.add(message);
            routes.of(message.type())
                    .orElseThrow()
                    .clusters()
                    .forEach(cluster -> of(expected, cluster).add(message.id()));
        }
        groups.put(group, messages);
    }

    /** Returns whether all went well. */
    boolean play() throws SourceException {
        for (int step = 0; step < 200; step++) {
            switch (random.nextInt(5)) {
                case 0 -> CLUSTERS.forEach(this::comeOrGo);
                case 1 -> answerLate();
                case 2 -> deliverOwed();
                default -> send();
            }
        }
        down.clear();
        for (int step = 0; step < 200 && !isOver(); step++) {
            answerLate();
            deliverOwed();
            send();
        }
        return isOver() && inOrder() && overtaking.isEmpty();
    }

    private static <T> T of(Map<String, T> map, String key) {
        return Objects.requireNonNull(map.get(key));
    }

    private void comeOrGo(String cluster) {
        if (random.nextInt(2) == 0 && !down.remove(cluster)) {
            down.add(cluster);
        }
    }

    private boolean isOver() {
        return groups.values().stream().allMatch(Deque::isEmpty)
                && unansweredSends.isEmpty()
                && ledger.owed.values().stream().allMatch(List::isEmpty);
    }

    /** Nothing is lost or sent twice, because every answer arrives in the end; and each group is in order. */
    private boolean inOrder() {
        for (String cluster : CLUSTERS) {
            for (String group : groups.keySet()) {
                List<String> wanted = of(expected, cluster).stream()
                        .filter(id -> id.startsWith(group))
                        .toList();
                // What was sent to it as an optional cluster may be missing or repeated.
                List<String> got =
                        of(arrivals, cluster).stream().filter(wanted::contains).toList();
                if (!got.equals(wanted)) {
                    return false;
                }
            }
        }
        return ledger.delivered.isEmpty();
    }

    private void send() throws SourceException {
        List<Message> batch = new ArrayList<>();
        for (Deque<Message> group : groups.values()) {
            group.stream().limit(random.nextInt(4)).forEach(batch::add);
        }
        List<String> ids = batch.stream().map(Message::id).toList();
        Map<String, Set<String>> owed = new HashMap<>();
        for (String cluster : CLUSTERS) {
            owed.put(cluster, ledger.groupsBehind(cluster, groups.keySet()));
        }
        Map<String, Outcome.Postponed> away = new HashMap<>();
        for (String cluster : down) {
            if (random.nextBoolean()) {
                away.put(cluster, new Outcome.Postponed("down", RoutedBatch.SOON));
            }
        }
        var knownDeliveries = new RoutedBatch.KnownDeliveries(ledger.delivered(ids), away, owed, awaited);
        conclude(batch, new RoutedBatch(batch, routes, knownDeliveries));
    }

    private void conclude(List<Message> batch, RoutedBatch routed) throws SourceException {
        routed.sends().forEach((cluster, messages) -> {
            messages.stream().filter(message -> overtakes(message, cluster)).forEach(it -> overtaking.add(it.id()));
            if (random.nextInt(4) == 0) {
                unansweredSends.add(new UnansweredSend(cluster, messages));
                messages.forEach(message ->
                        awaited.computeIfAbsent(cluster, _ -> new HashSet<>()).add(message.id()));
                routed.late(cluster);
            } else {
                routed.answered(cluster, arrive(cluster, messages));
            }
        });
        ledger.record(OWNER, routed.progress());
        for (Map.Entry<String, List<Message>> each : routed.owed().entrySet()) {
            ledger.add(OWNER, each.getKey(), each.getValue());
        }
        ledger.forget(OWNER, routed.finished());
        List<Outcome> outcomes = routed.outcomes();
        for (int i = 0; i < batch.size(); i++) {
            if (outcomes.get(i) instanceof Outcome.Delivered) {
                of(groups, batch.get(i).id().substring(0, 1)).remove(batch.get(i));
            }
        }
    }

    /** Whether an unsettled message ahead in the group goes to other clusters than this one, and may wait for them. */
    private boolean overtakes(Message message, String cluster) {
        return of(groups, message.id().substring(0, 1)).stream()
                .takeWhile(ahead -> !ahead.equals(message))
                .map(ahead -> routes.of(ahead.type()).orElseThrow())
                .anyMatch(route -> !route.all().equals(Set.of(cluster)));
    }

    /** A sink does not try messages of a group behind one that fails. */
    private List<Outcome> arrive(String cluster, List<Message> messages) {
        Set<String> stopped = new HashSet<>();
        List<Outcome> outcomes = new ArrayList<>();
        for (Message message : messages) {
            String group = message.id().substring(0, 1);
            if (stopped.contains(group)) {
                outcomes.add(Outcome.NOT_ATTEMPTED);
            } else if (down.contains(cluster) || random.nextInt(6) == 0) {
                stopped.add(group);
                outcomes.add(new Outcome.Unavailable("down"));
            } else {
                of(arrivals, cluster).add(message.id());
                outcomes.add(Outcome.DELIVERED);
            }
        }
        return outcomes;
    }

    private void answerLate() throws SourceException {
        UnansweredSend oldest = unansweredSends.poll();
        if (oldest != null) {
            List<Outcome> outcomes = arrive(oldest.cluster(), oldest.messages());
            for (int i = 0; i < outcomes.size(); i++) {
                String id = oldest.messages().get(i).id();
                if (outcomes.get(i) instanceof Outcome.Delivered
                        && routes.requires(
                                oldest.cluster(), oldest.messages().get(i).type())) {
                    ledger.record(OWNER, Map.of(id, Set.of(oldest.cluster())));
                }
                of(awaited, oldest.cluster()).remove(id);
            }
        }
    }

    private void deliverOwed() {
        for (String cluster : CLUSTERS) {
            List<Message> kept = ledger.owed.getOrDefault(cluster, new ArrayList<>());
            if (!kept.isEmpty() && !down.contains(cluster)) {
                of(arrivals, cluster).add(kept.removeFirst().id());
            }
        }
    }
}
