package dev.signalbox.runtime.config.relay;

import dev.signalbox.core.message.Glob;
import dev.signalbox.core.routing.Routes.Route;
import dev.signalbox.runtime.settings.InvalidValueException;
import dev.signalbox.runtime.settings.ListEntries;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses routes: {@code OrderCreated: eu}, or {@code Order*: { clusters: [eu, us], optional: audit }}. Each part
 * arrives as a line {@code types=cluster}, {@code types.clusters=…}, {@code types.optional=…} or {@code types.strategy=…}.
 */
final class RouteParser {
    static final String ALLOWED =
            "types with the cluster that they go to, or with clusters, optional and strategy (all-must-succeed or at-least-one)";

    private static final Pattern PART = Pattern.compile("(.+)\\.(clusters|optional|strategy)(?:\\[\\d+])?");

    private final Map<String, List<String>> clusters = new LinkedHashMap<>();
    private final Map<String, List<String>> optional = new LinkedHashMap<>();
    private final Map<String, Route.Strategy> strategies = new LinkedHashMap<>();

    private RouteParser() {}

    static Map<Glob, Route> parse(String text) throws InvalidValueException {
        RouteParser texts = new RouteParser();
        for (String line : text.split(ListEntries.NEXT_PROPERTY, -1)) {
            int equals = line.indexOf('=');
            if (equals < 1) {
                throw new InvalidValueException("must be " + ALLOWED);
            }
            texts.add(line.substring(0, equals).strip(), ListEntries.items(line.substring(equals + 1)));
        }
        return texts.routes();
    }

    private void add(String key, List<String> values) throws InvalidValueException {
        Matcher part = PART.matcher(key);
        if (!part.matches()) {
            names(clusters, key).addAll(values);
            return;
        }
        String types = part.group(1);
        switch (part.group(2)) {
            case "clusters" -> names(clusters, types).addAll(values);
            case "optional" -> names(optional, types).addAll(values);
            default -> strategies.put(types, strategy(types, String.join(",", values)));
        }
    }

    private static List<String> names(Map<String, List<String>> of, String types) {
        return of.computeIfAbsent(types, _ -> new ArrayList<>());
    }

    private static Route.Strategy strategy(String types, String word) throws InvalidValueException {
        return switch (word) {
            case "all-must-succeed" -> Route.Strategy.ALL_MUST_SUCCEED;
            case "at-least-one" -> Route.Strategy.AT_LEAST_ONE;
            default ->
                throw new InvalidValueException(
                        types + ": the strategy must be all-must-succeed or at-least-one, not " + word);
        };
    }

    private Map<Glob, Route> routes() throws InvalidValueException {
        Map<Glob, Route> routes = new LinkedHashMap<>();
        optional.keySet().forEach(types -> names(clusters, types));
        strategies.keySet().forEach(types -> names(clusters, types));
        for (Map.Entry<String, List<String>> each : clusters.entrySet()) {
            try {
                Route route = new Route(
                        each.getValue(),
                        optional.getOrDefault(each.getKey(), List.of()),
                        strategies.getOrDefault(each.getKey(), Route.Strategy.ALL_MUST_SUCCEED));
                routes.put(new Glob(each.getKey()), route);
            } catch (IllegalArgumentException e) {
                throw new InvalidValueException(each.getKey() + ": " + e.getMessage());
            }
        }
        return routes;
    }
}
