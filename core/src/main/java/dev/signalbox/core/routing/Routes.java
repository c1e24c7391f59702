package dev.signalbox.core.routing;

import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
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
}
