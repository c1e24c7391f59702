package dev.signalbox.core.routing;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

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

    /** A route to one cluster. */
    public static Route to(String cluster) {
        return new Route(List.of(cluster), List.of(), Strategy.ALL_MUST_SUCCEED);
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
