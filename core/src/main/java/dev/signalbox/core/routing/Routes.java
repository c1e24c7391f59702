package dev.signalbox.core.routing;

import dev.signalbox.core.message.Glob;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Which types of messages go where. An exact type comes first, then the first pattern that matches. */
public final class Routes {
    private final Map<String, Route> exact = new HashMap<>();
    private final Map<Glob, Route> patterns = new LinkedHashMap<>();
    private final Set<String> clusters = new LinkedHashSet<>();
    private final Set<String> followers = new LinkedHashSet<>();

    /** @param rules the routes of types, in the order in which they are tried */
    public Routes(Map<Glob, Route> rules) {
        rules.forEach((pattern, route) -> {
            if (pattern.isExact()) {
                exact.put(pattern.pattern(), route);
            } else {
                patterns.put(pattern, route);
            }
            clusters.addAll(route.all());
            if (route.strategy() == Route.Strategy.AT_LEAST_ONE
                    && route.clusters().size() > 1) {
                followers.addAll(route.clusters());
            }
        });
        if (clusters.isEmpty()) {
            throw new IllegalArgumentException("there is no route");
        }
    }

    /** The route of messages of this type, if there is one. */
    public Optional<Route> of(String type) {
        Route named = exact.get(type);
        if (named != null) {
            return Optional.of(named);
        }
        return patterns.entrySet().stream()
                .filter(rule -> rule.getKey().matches(type))
                .map(Map.Entry::getValue)
                .findFirst();
    }

    /** Whether messages of this type are done only when this cluster has them, or keeps them in its backlog. */
    public boolean requires(String cluster, String type) {
        return of(type).stream().anyMatch(route -> route.clusters().contains(cluster));
    }

    /** All clusters that some route names. */
    public Set<String> clusters() {
        return Set.copyOf(clusters);
    }

    /** Clusters that may lack messages that are done. */
    public Set<String> followers() {
        return Collections.unmodifiableSet(followers);
    }

    /** Where messages of some types go; optional clusters are sent them once, and never waited for. */
    public record Route(List<String> clusters, List<String> optional, Strategy strategy) {
        /** When a message counts as delivered. */
        public enum Strategy {
            /** When every cluster has it. */
            ALL_MUST_SUCCEED,
            /** When one cluster has it; the others get it from their backlog. */
            AT_LEAST_ONE
        }

        public Route {
            clusters = List.copyOf(clusters);
            optional = List.copyOf(optional);
            if (clusters.isEmpty()) {
                throw new IllegalArgumentException("a route names at least one cluster that is not optional");
            }
            if (all(clusters, optional).size() < clusters.size() + optional.size()) {
                throw new IllegalArgumentException(
                        "a route names a cluster once: clusters " + clusters + ", optional " + optional);
            }
        }

        /** Whether a message may wait for one cluster while another one has it. */
        public boolean hasSeveralClusters() {
            return clusters.size() + optional.size() > 1;
        }

        /** All clusters that it names, in order. */
        public Set<String> all() {
            return all(clusters, optional);
        }

        private static Set<String> all(List<String> clusters, List<String> optional) {
            Set<String> all = new LinkedHashSet<>(clusters);
            all.addAll(optional);
            return all;
        }
    }
}
