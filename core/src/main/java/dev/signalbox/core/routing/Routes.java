package dev.signalbox.core.routing;

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
    private final Map<TypePattern, Route> patterns = new LinkedHashMap<>();
    private final Set<String> clusters = new LinkedHashSet<>();
    private final Set<String> followers = new LinkedHashSet<>();

    /** @param rules in the order in which they are tried */
    public Routes(Map<TypePattern, Route> rules) {
        rules.forEach((pattern, route) -> {
            if (pattern.isExact()) {
                exact.put(pattern.text(), route);
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

    /** A pattern for message types: an exact type, or one with {@code *} for any characters. */
    public record TypePattern(String text) {
        private static final char ANY = '*';

        public TypePattern {
            if (text.isBlank()) {
                throw new IllegalArgumentException("a pattern names a type, or types with *; it is not blank");
            }
        }

        /** Whether it matches one type only. */
        public boolean isExact() {
            return text.indexOf(ANY) < 0;
        }

        /** Backtracks to the last star only, so that no pattern takes long. */
        public boolean matches(String type) {
            int at = 0;
            int star = -1;
            int resume = 0;
            int i = 0;
            while (i < type.length()) {
                if (at < text.length() && text.charAt(at) == ANY) {
                    star = at++;
                    resume = i;
                } else if (at < text.length() && text.charAt(at) == type.charAt(i)) {
                    at++;
                    i++;
                } else if (star >= 0) {
                    at = star + 1;
                    i = ++resume;
                } else {
                    return false;
                }
            }
            while (at < text.length() && text.charAt(at) == ANY) {
                at++;
            }
            return at == text.length();
        }
    }
}
